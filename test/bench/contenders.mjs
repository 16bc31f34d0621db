// Who runs in the duplex bench, and how one measurement of each is started. Every contender is a fresh process per
// measurement and answers with {p50Ns, p95Ns, p99Ns, bytesPerSecond, messagesPerSecond} and, where it is ours to read,
// the processor time of a message in host and worker {hostCpuNs, workerCpuNs}. Compares nothing.
import { execFile, fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const TIMEOUT_MS = 120_000;

async function json(command, args) {
  const { stdout } = await run(command, args, {
    timeout: TIMEOUT_MS,
    cwd: here,
    maxBuffer: 1 << 20,
  });
  return JSON.parse(stdout.trim().split('\n').at(-1));
}

/**
 * The C host with any worker: the limit that a host could reach. `processors` pins host and worker, each to a number that
 * taskset knows; without it the system places them.
 */
export function cHost(workerArgv, processors = null) {
  const pin = (which) => (processors === null ? [] : ['taskset', '-c', String(processors[which])]);
  return ({
    payloadBytes,
    warmup,
    frames,
    sessions = 1,
    creditFrames,
    ackEvery,
    storage = 'inline',
  }) => {
    const [command, ...rest] = [...pin(0), join(here, 'build/c-host')];
    return json(command, [
      ...rest,
      ...[payloadBytes, warmup, frames, sessions, creditFrames, ackEvery].map(String),
      String(['inline', 'managed', 'managedDuplex'].indexOf(storage)),
      '--',
      ...pin(1),
      ...workerArgv,
    ]);
  };
}

/** A peer over its own transport; one frame in flight, or as many as the credit allows. */
export function peer(name, python) {
  return ({ payloadBytes, warmup, frames, creditFrames }) => {
    const numbers = [payloadBytes, warmup, frames, creditFrames].map(String);
    return name === 'multiprocessing.Pipe'
      ? json(python, [join(here, 'peers/pipe.py'), ...numbers])
      : json(process.execPath, [join(here, 'peers/main.mjs'), name, python, ...numbers]);
  };
}

/** Echometer's own trial host with the same parameters; host warm-up, worker and kernel as in a run. */
export function echometer(lane, worker, statistics) {
  return async ({
    payloadBytes,
    warmup,
    frames,
    sessions = 1,
    creditFrames,
    ackEvery,
    storage = 'inline',
  }) => {
    const folder = mkdtempSync(join(tmpdir(), 'em-bench-'));
    for (const room of ['samples', 'logs', 'sockets']) mkdirSync(join(folder, room));
    const request = {
      order: 1,
      suite: 'latency', // so that every frame's receipt is kept
      case: 'bench',
      trial: 1,
      params: {
        ...{ payloadBytes, frames, sessions, workers: 1, ackEvery, storage, lane },
        warmupFrames: warmup,
        ackPolicy: 'separate',
        creditBytes: Math.max(65_536, creditFrames * payloadBytes),
        creditFrames,
      },
      worker,
      kernelFile: join(root, 'build/kernel.wasm'),
      runFolder: folder,
      socketFolder: join(folder, 'sockets'), // the trial host removes it when it leaves
      timeoutMs: 30_000,
    };
    try {
      const facts = await trial(request);
      if (facts.state !== 'ok')
        throw new Error(`${facts.failure?.code}: ${facts.failure?.message}`);
      const file = readFileSync(join(folder, 'samples', facts.samples.receiptNs.file));
      const samples = file.subarray(facts.samples.receiptNs.warmup * 8);
      const seconds = Number(BigInt(facts.stamps.endedNs) - BigInt(facts.stamps.startedNs)) / 1e9;
      const summary = statistics(samples);
      return {
        p50Ns: summary.p50,
        p95Ns: summary.p95,
        p99Ns: summary.p99,
        bytesPerSecond: (frames * sessions * payloadBytes) / seconds,
        messagesPerSecond: (frames * sessions) / seconds,
        ...cpuOf(facts.resources, frames * sessions),
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
}

/** `open` is read at the barrier and `after` when the last session has ended. */
function cpuOf({ open, after }, messages) {
  const spent = (from, to) => (to.cpuNs - from.cpuNs) / messages;
  return {
    hostCpuNs: spent(open.host, after.host),
    workerCpuNs: spent(open.workers[0], after.workers[0]),
  };
}

function trial(request) {
  return new Promise((resolve, reject) => {
    const child = fork(join(root, 'dist/host-node/src/duplex/trial-host.js'), { stdio: 'inherit' });
    child.on('message', (reply) => {
      if (reply.kind === 'facts') resolve(reply.facts);
    });
    child.on('exit', (code) => reject(new Error(`the trial host exited with ${code}`)));
    child.send(request);
  });
}
