// `echometer view [RUN...]`: serves the page and the runs until Ctrl-C. It prints nothing itself; the address is
// announced as soon as the page can be opened.

import { EXIT } from '../errors.ts';
import { openMeasured } from '../results/require.ts';
import { serveViewer } from '../view/server.ts';
import { openSite } from './view/site.ts';
import { anyNumber } from '../command/argument.ts';
import type { CommandResult, Surroundings } from '../command/command.ts';
import { defineCommand } from '../command/definition.ts';

export const command = defineCommand({
  name: 'view',
  description: `
    Serves the viewer and the runs on 127.0.0.1, at a free port, prints its address and ends with
    Ctrl-C. The page recomputes every run with the run's own kernel. Without RUN: drop runs on the
    page.`,
  arguments: { runs: anyNumber('RUN') },
  takes: 'any number of runs',
  options: {},
  cleansUp: true,
  run: ({ runs }, surroundings) => viewed(runs, surroundings),
});

async function viewed(runs: readonly string[], surroundings: Surroundings): Promise<CommandResult> {
  const server = await serveViewer(openSite(), runs.map(openMeasured));
  try {
    surroundings.announce(server.url);
    surroundings.progress(`runs: ${runs.length}; served on this machine only; Ctrl-C ends it`);
    await aborted(surroundings.signal);
  } finally {
    await server.close();
  }
  return { stdout: '', exit: EXIT.interrupted };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    signal.addEventListener('abort', () => {
      done();
    });
  });
}
