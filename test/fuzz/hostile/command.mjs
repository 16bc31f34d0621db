// Runs the built command line in this process: its entry file is evaluated anew, all it imports is loaded once. Thousands of
// commands then take minutes instead of hours.
import { fileURLToPath } from 'node:url';

const CLI = new URL('../../../dist/host-node/src/cli.js', import.meta.url);
let calls = 0;

/** @returns {Promise<{exit: number, stdout: string, stderr: string}>} */
export async function echometer(args) {
  const said = { stdout: '', stderr: '' };
  const argv = process.argv;
  const writes = ['stdout', 'stderr'].map((name) => [process[name], process[name].write, name]);
  process.argv = [argv[0], fileURLToPath(CLI), ...args];
  process.exitCode = undefined;
  for (const [stream, , name] of writes)
    stream.write = (text) => {
      said[name] += text;
      return true;
    };
  try {
    await import(`${CLI.href}?call=${(calls += 1)}`);
  } finally {
    for (const [stream, write] of writes) {
      stream.write = write;
      stream.removeAllListeners('error');
    }
    for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
    process.argv = argv;
  }
  const exit = process.exitCode;
  process.exitCode = 0;
  return { exit, ...said };
}
