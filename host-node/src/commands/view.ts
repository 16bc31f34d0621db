// `echometer view [RUN...]`: serves the page and the runs until Ctrl-C. It prints nothing itself; the address is
// announced as soon as the page can be opened.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { EXIT, missingError } from '../errors.ts';
import { packageRoot } from '../package-root.ts';
import { openMeasured } from '../results/require.ts';
import { serveViewer } from '../view/server.ts';
import type { Site } from '../view/server.ts';
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

const PAGE = 'index.html';

function openSite(): Site {
  const folder = join(packageRoot(), 'dist', 'page');
  const path = join(folder, PAGE);
  if (existsSync(path))
    return {
      page: readFileSync(path),
      names: readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
        .filter((name) => name !== PAGE),
      read: (name) => readFileSync(join(folder, name)),
    };
  throw missingError(
    'NO_PAGE',
    path,
    `the page ${path} is missing`,
    'run npm run build in a clone, or install the package again',
  );
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    signal.addEventListener('abort', () => {
      done();
    });
  });
}
