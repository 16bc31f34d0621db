// A CPython on Wasm that serves channels: started from a memory snapshot where that works, else plainly; the worker's
// sources are put into its file system as they are. It runs in a thread of its own, in Node and in a browser alike.
import type { PyodideAPI } from 'pyodide';
import type { InterpreterFacts, WorkerFacts } from '../../../kernel/api/run/results.ts';
import type { PythonChannel } from './channel.ts';

/** The options of loadPyodide that are used; the snapshot's have no types because they may change with any version. */
export interface LoadOptions {
  readonly indexURL?: string;
  readonly stdout?: (text: string) => void;
  readonly stderr?: (text: string) => void;
  readonly _loadSnapshot?: Uint8Array;
}

export interface InterpreterSetup {
  readonly load: (options: LoadOptions) => Promise<PyodideAPI>;
  readonly options: LoadOptions;
  /** Made by the build for exactly this Pyodide; null starts plainly. */
  readonly snapshot: () => Promise<Uint8Array | null>;
  /** Path below the folder of modules, and text. */
  readonly sources: Readonly<Record<string, string>>;
  readonly nowMs: () => number;
}

const MODULES = '/home/pyodide/echometer';
const NS_PER_MS = 1e6;

/** What a channel's end says: empty, or what went wrong in Python. */
type Served = string | Promise<string>;

/** What is used of Emscripten's file system, whose own types are no dependency. */
interface FileSystem {
  mkdirTree(path: string): void;
  writeFile(path: string, text: string): void;
}

interface ServeChannel {
  (channel: PythonChannel, token: Uint8Array): Served;
  callPromising(channel: PythonChannel, token: Uint8Array): Promise<string>;
}

export interface Interpreter {
  readonly facts: WorkerFacts;
  readonly started: InterpreterFacts;
  /** Blocks this thread until the channel ends. */
  serve(channel: PythonChannel, token: Uint8Array): string;
  /** Suspends Python whenever it waits; needs JSPI. */
  servePromising(channel: PythonChannel, token: Uint8Array): Promise<string>;
}

export async function startInterpreter(setup: InterpreterSetup): Promise<Interpreter> {
  const begunMs = setup.nowMs();
  const { python, start, reason } = await load(setup);
  const files = python.FS as FileSystem;
  for (const [path, text] of Object.entries(setup.sources)) {
    const file = `${MODULES}/${path}`;
    files.mkdirTree(file.slice(0, file.lastIndexOf('/')));
    files.writeFile(file, text);
  }
  python.runPython(`import sys; sys.path.insert(0, ${JSON.stringify(MODULES)})`);
  // The cast is the signature of echometer_pyodide.serve_channel.
  const serve = python.runPython(
    'from echometer_pyodide import serve_channel; serve_channel',
  ) as ServeChannel;
  const facts = JSON.parse(String(python.runPython(FACTS))) as WorkerFacts;
  const elapsedNs = Math.round((setup.nowMs() - begunMs) * NS_PER_MS);
  return {
    facts,
    started: { start, ...(reason === undefined ? {} : { reason }), elapsedNs },
    serve: (channel, token) => serve(channel, token) as string,
    servePromising: (channel, token) => serve.callPromising(channel, token),
  };
}

const FACTS = `
import json, platform
json.dumps({
  "kind": "python",
  "implementation": platform.python_implementation(),
  "version": platform.python_version(),
  "build": f"{platform.python_compiler().split(' (')[0]}, Pyodide {__import__('pyodide').__version__}",
})
`;

interface Loaded {
  readonly python: PyodideAPI;
  readonly start: InterpreterFacts['start'];
  readonly reason?: string;
}

async function load({ load, options, snapshot }: InterpreterSetup): Promise<Loaded> {
  let reason: string | undefined;
  try {
    const bytes = await snapshot();
    if (bytes !== null) {
      const python = await load({ ...options, _loadSnapshot: bytes });
      return { python, start: 'snapshot' };
    }
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error);
  }
  const python = await load(options);
  return { python, start: 'plain', ...(reason === undefined ? {} : { reason }) };
}
