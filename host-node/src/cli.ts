#!/usr/bin/env node
// The command line: the only file that prints or exits. It turns options into a command, results into text on
// stdout, progress and errors into text on stderr, and errors into exit codes.

import { printableJson, printableLine, printableLines } from '../../viz/text/printable.ts';
import type { CommandResult, Surroundings } from './command/command.ts';
import {
  EchometerError,
  EXIT,
  missingError,
  reasonOf,
  refusedByMachine,
  systemCode,
} from './errors.ts';
import type { Options } from './options.ts';

const interruption = new AbortController();

function interrupt(): void {
  // The second Ctrl-C does not wait for the trial host's clean-up.
  if (interruption.signal.aborted) process.exit(EXIT.interrupted);
  interruption.abort(new Error('interrupted'));
}

/** Texts of files are quoted in what we say: nothing in them is obeyed by a terminal. */
function say(line: string): void {
  process.stderr.write(`${printableLine(line)}\n`);
}

const surroundings: Surroundings = {
  signal: interruption.signal,
  progress: (line) => {
    say(line);
  },
  announce: (line) => {
    process.stdout.write(`${printableLine(line)}\n`);
  },
};

/** What has processes or a server to end first. Everything else ends at once, as a program does by itself. */
const CLEANS_UP: readonly Options['command'][] = ['run', 'run-serializers', 'view'];

function listenForInterrupts(): void {
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
}

type Command = Exclude<Options, { readonly command: 'help' | 'version' }>;

async function execute(argv: readonly string[]): Promise<CommandResult> {
  const options = (await import('./options.ts')).parseOptions(argv);
  if (CLEANS_UP.includes(options.command)) listenForInterrupts();
  if (options.command === 'help') return { stdout: options.text, exit: EXIT.done };
  if (options.command === 'version') {
    const { packageVersion } = await import('./package-root.ts');
    return { stdout: `${packageVersion()}\n`, exit: EXIT.done };
  }
  (await import('./observe/platform.ts')).requirePlatform();
  return executeCommand(options);
}

/** Everything but errors is loaded when it is its turn: then an error of loading is caught and named like every other. */
async function executeCommand(options: Command): Promise<CommandResult> {
  switch (options.command) {
    case 'run':
      return (await import('./commands/run-what.ts')).runWhat(options, surroundings);
    case 'report':
      return (await import('./commands/report.ts')).runReport(options);
    case 'compare':
      return (await import('./commands/compare.ts')).runCompare(options);
    case 'view':
      return (await import('./commands/view.ts')).runView(options, surroundings);
    case 'verify':
      return (await import('./commands/verify.ts')).runVerify(options);
    case 'doctor':
      return (await import('./commands/doctor.ts')).runDoctor(options);
    case 'export':
      return (await import('./commands/export.ts')).runExport(options);
    default:
      return (await import('./commands/serializers.ts')).runSerializerCommand(
        options,
        surroundings,
      );
  }
}

/** What reading a source found has a name, too; where the machine refuses files, nothing more is loaded. */
async function named(error: unknown): Promise<unknown> {
  if (refusedByMachine(error) !== null) return error;
  return (await import('./results/defect.ts')).defectOfSource(error) ?? error;
}

function exitCodeOf(cause: unknown): number {
  const error = refusedByMachine(cause) ?? cause;
  const isOurs = error instanceof EchometerError && error.exit === EXIT.interrupted;
  if (interruption.signal.aborted && !isOurs) {
    // Whatever it says: the processes of a run get the Ctrl-C too, and fail of it.
    say('echometer: interrupted [INTERRUPTED]');
    return EXIT.interrupted;
  }
  if (error instanceof EchometerError)
    say(`echometer: ${error.message}; ${error.next} [${error.code}]`);
  else
    say(
      `echometer: a bug of ours: ${reasonOf(error)}; please report it with the output of ` +
        'DEBUG=1 and of echometer doctor [BUG]',
    );
  if (process.env['DEBUG'] !== undefined && error instanceof Error)
    process.stderr.write(`${printableLines(error.stack ?? '')}\n`);
  return error instanceof EchometerError ? error.exit : EXIT.bug;
}

function stdoutError(error: Error): EchometerError {
  return missingError(
    'CANNOT_WRITE',
    'stdout',
    `cannot write the result to stdout (${systemCode(error) ?? 'unknown'})`,
    'free some space or send it elsewhere',
  );
}

// A reader that closed early (`| head`) is no error, and the exit code stays that of the work. A full disk is one.
process.stdout.on('error', (error: Error) => {
  if (systemCode(error) !== 'EPIPE') process.exitCode = exitCodeOf(stdoutError(error));
  process.exit();
});
// Progress that nobody reads any more ends no run.
process.stderr.on('error', () => undefined);

try {
  const result = await execute(process.argv.slice(2));
  process.exitCode = result.exit;
  const isJson = process.argv.includes('--json');
  process.stdout.write((isJson ? printableJson : printableLines)(result.stdout));
} catch (error) {
  process.exitCode = exitCodeOf(await named(error));
}
