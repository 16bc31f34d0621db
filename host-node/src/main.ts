// The only file that prints or exits. It finds the command that is called, gives it its options, turns its result into
// text on stdout, progress and errors into text on stderr, and errors into exit codes.

import { printableJson, printableLine, printableLines } from '../../viz/text/printable.ts';
import type { CommandResult, Surroundings } from './command/command.ts';
import type { Entry } from './command/contents.ts';
import { EchometerError } from '../../kernel/api/facade/echometer-error.ts';
import { EXIT, exitOf, missingError, reasonOf, refusedByMachine, systemCode } from './errors.ts';

const interruption = new AbortController();

function interrupt(): void {
  // The second Ctrl-C does not wait for the trial host's clean-up.
  if (interruption.signal.aborted) process.exit(EXIT.interrupted);
  interruption.abort(new Error('interrupted'));
}

function listenForInterrupts(): void {
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
}

/** Texts of files are quoted in what we say: nothing in them is obeyed by a terminal. */
function say(line: string): void {
  process.stderr.write(`${printableLine(line)}\n`);
}

const surroundings: Omit<Surroundings, 'argv'> = {
  signal: interruption.signal,
  progress: (line) => {
    say(line);
  },
  announce: (line) => {
    process.stdout.write(`${printableLine(line)}\n`);
  },
};

interface Printed extends CommandResult {
  readonly isJson?: boolean;
}

const text = (stdout: string): Printed => ({ stdout, exit: EXIT.done });

async function execute(commands: readonly Entry[], argv: readonly string[]): Promise<Printed> {
  const [first, ...rest] = argv;
  if (first === '--version' || first === '-V') {
    const { packageVersion } = await import('./package-root.ts');
    return text(`${packageVersion()}\n`);
  }
  const { asksForHelp, findCommand, generalHelp } = await import('./command/contents.ts');
  const isHelp = first === 'help' || asksForHelp(argv);
  const called = first === 'help' ? rest : argv;
  if (called[0] === undefined || /^(--help|-h)$/.test(called[0]))
    return text(generalHelp(commands));
  const { entry, argv: given } = findCommand(commands, called);
  if (isHelp) return text((await entry.load()).command.help());
  (await import('./observe/platform.ts')).requirePlatform();
  const { command } = await entry.load();
  const { readSettings } = await import('./command/settings-file.ts');
  const options = command.parse(given, readSettings(command.name));
  if (command.cleansUp) listenForInterrupts();
  const result = await command.run(options, { ...surroundings, argv });
  return { ...result, isJson: command.printsJson(options) };
}

function exitCodeOf(cause: unknown): number {
  const error = refusedByMachine(cause) ?? cause;
  const exit = exitOf(error);
  if (interruption.signal.aborted && exit !== EXIT.interrupted) {
    // Whatever it says: the processes of a run get the Ctrl-C too, and fail of it.
    say('echometer: interrupted [INTERRUPTED]');
    return EXIT.interrupted;
  }
  if (error instanceof EchometerError && exit !== EXIT.bug)
    say(`echometer: ${error.message}; ${error.next} [${error.code}]`);
  else
    say(
      `echometer: a bug of ours: ${reasonOf(error)}; please report it with the output of ` +
        'DEBUG=1 and of echometer doctor [BUG]',
    );
  if (process.env['DEBUG'] !== undefined && error instanceof Error)
    process.stderr.write(`${printableLines(error.stack ?? '')}\n`);
  return exit;
}

function stdoutError(error: Error): EchometerError {
  return missingError(
    'CANNOT_WRITE',
    'stdout',
    `cannot write the result to stdout (${systemCode(error) ?? 'unknown'})`,
    'free some space or send it elsewhere',
  );
}

function listenForClosedPipes(): void {
  // A reader that closed early (`| head`) is no error, and the exit code stays that of the work. A full disk is one.
  process.stdout.on('error', (error: Error) => {
    if (systemCode(error) !== 'EPIPE') process.exitCode = exitCodeOf(stdoutError(error));
    process.exit();
  });
  // Progress that nobody reads any more ends no run.
  process.stderr.on('error', () => undefined);
}

export async function main(commands: readonly Entry[], argv: readonly string[]): Promise<void> {
  listenForClosedPipes();
  try {
    const { stdout, exit, isJson } = await execute(commands, argv);
    process.exitCode = exit;
    process.stdout.write((isJson === true ? printableJson : printableLines)(stdout));
  } catch (error) {
    process.exitCode = exitCodeOf(error);
  }
}
