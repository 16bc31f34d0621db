// `echometer view [RUN...]`: serves the page and the runs until Ctrl-C. It prints nothing itself; the address is
// announced as soon as the page can be opened.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { EXIT, missingError } from '../errors.ts';
import type { ViewOptions } from '../options.ts';
import { packageRoot } from '../package-root.ts';
import { openSource } from '../results/run-source.ts';
import { serveViewer } from '../view/server.ts';
import type { CommandResult, Surroundings } from './command.ts';

export async function runView(
  options: ViewOptions,
  surroundings: Surroundings,
): Promise<CommandResult> {
  const server = await serveViewer(readPage(), options.runs.map(openSource));
  try {
    surroundings.announce(server.url);
    surroundings.progress(
      `${options.runs.length} runs are served on this machine only; Ctrl-C ends it`,
    );
    await aborted(surroundings.signal);
  } finally {
    await server.close();
  }
  return { stdout: '', exit: EXIT.interrupted };
}

function readPage(): Uint8Array {
  const path = join(packageRoot(), 'dist', 'page', 'index.html');
  if (existsSync(path)) return readFileSync(path);
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
