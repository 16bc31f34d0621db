#!/usr/bin/env node
// The command line: the only file that prints or exits. It turns options into a command, results into text on
// stdout, progress and errors into text on stderr, and errors into exit codes.

import type { CommandResult, Surroundings } from './commands/command.ts';
import { runDoctor } from './commands/doctor.ts';
import { runDuplex } from './commands/run.ts';
import { runVerify } from './commands/verify.ts';
import { EchometerError, EXIT, reasonOf } from './errors.ts';
import { parseOptions } from './options.ts';
import type { Options } from './options.ts';
import { packageVersion } from './package-root.ts';
import { requirePlatform } from './observe/platform.ts';

const interruption = new AbortController();

function interrupt(): void {
  // The second Ctrl-C does not wait for the trial host's clean-up.
  if (interruption.signal.aborted) process.exit(EXIT.interrupted);
  interruption.abort(new Error('interrupted'));
}

const surroundings: Surroundings = {
  signal: interruption.signal,
  progress: (line) => {
    process.stderr.write(`${line}\n`);
  },
};

async function execute(options: Options): Promise<CommandResult> {
  if (options.command === 'help') return { stdout: options.text, exit: EXIT.done };
  if (options.command === 'version') return { stdout: `${packageVersion()}\n`, exit: EXIT.done };
  requirePlatform();
  if (options.command === 'run') return runDuplex(options, surroundings);
  if (options.command === 'verify') return runVerify(options);
  return runDoctor(options);
}

function exitCodeOf(error: unknown): number {
  if (interruption.signal.aborted) {
    process.stderr.write('echometer: interrupted; the finished trials are kept\n');
    return EXIT.interrupted;
  }
  if (error instanceof EchometerError)
    process.stderr.write(`echometer: ${error.message}; ${error.next} [${error.code}]\n`);
  else
    process.stderr.write(
      `echometer: a bug of ours: ${reasonOf(error)}; please report it with the output of ` +
        'DEBUG=1 and of echometer doctor [BUG]\n',
    );
  if (process.env['DEBUG'] !== undefined && error instanceof Error)
    process.stderr.write(`${error.stack ?? ''}\n`);
  return error instanceof EchometerError ? error.exit : EXIT.bug;
}

process.on('SIGINT', interrupt);
process.on('SIGTERM', interrupt);
// A reader that closed early (`| head`) is no error.
process.stdout.on('error', () => process.exit(EXIT.done));

try {
  const result = await execute(parseOptions(process.argv.slice(2)));
  process.stdout.write(result.stdout);
  process.exitCode = result.exit;
} catch (error) {
  process.exitCode = exitCodeOf(error);
}
