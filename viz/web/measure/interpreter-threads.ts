// Interpreters in web workers below the trial host, and what the host's event loop offers: timers and a turn that is
// finer than a timer. It knows no trial.
import type { Connection, InterpreterHost, Thread, ThreadEvents } from '../pyodide/interpreters.ts';
import { MessageLane, messagePort } from '../pyodide/message-channel.ts';
import { makeRingPair, ringToHost, ringToWorker } from '../pyodide/ring.ts';
import { RingLane } from '../pyodide/ring-lane.ts';
import type { ThreadReply } from '../pyodide/thread-messages.ts';
import { nowNs } from './clock.ts';
import type { HostRequest, Travel } from './messages.ts';
import { workerFault } from './worker-fault.ts';

/** A plain start took up to 12 s in a busy Chromium. */
const START_TIMEOUT_MS = 120_000;

export function after(delayMs: number, step: () => void): () => void {
  const timer = setTimeout(step, delayMs);
  return () => {
    clearTimeout(timer);
  };
}

/** The next turn of the event loop; a timer of 0 would take 4 ms. */
const turns: (() => void)[] = [];
const turnstile = new MessageChannel();
turnstile.port1.onmessage = () => turns.shift()?.();

function nextTurn(step: () => void): void {
  turns.push(step);
  turnstile.port2.postMessage(null);
}

/** A timer may be late by the 4 ms that browsers clamp it to; before that the loop keeps turning. */
const TURNING_NS = 6_000_000n;

export function wakeAt(atNs: bigint, wake: () => void): void {
  const turn = (): void => {
    const leftNs = atNs - nowNs();
    if (leftNs <= 0n) wake();
    else if (leftNs > TURNING_NS) setTimeout(turn, Number(leftNs - TURNING_NS) / 1e6);
    else nextTurn(turn);
  };
  nextTurn(turn);
}

export function browserInterpreters({ assets, travel, timeoutMs }: HostRequest): InterpreterHost {
  return {
    startThread: (events) => startThread(assets, events),
    connect: (token) => connect(travel, token),
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    after,
    startTimeoutMs: Math.max(timeoutMs, START_TIMEOUT_MS),
  };
}

function startThread(assets: HostRequest['assets'], events: ThreadEvents): Thread {
  const worker = new Worker(new URL('interpreter.js', location.href), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<ThreadReply>) => {
    events.replied(data);
  };
  worker.onerror = (event) => {
    events.broke(workerFault(event, 'its script'));
  };
  worker.postMessage(assets);
  return {
    post: (request) => {
      worker.postMessage(request, request.kind === 'messages' ? [request.port] : []);
    },
    end: () => {
      worker.terminate();
    },
  };
}

function connect(travel: Travel, token: Uint8Array): Connection {
  if (travel === 'messages') {
    const { port1, port2 } = new MessageChannel();
    return {
      request: { kind: 'messages', port: port2, token },
      lane: new MessageLane(messagePort(port1), nowNs),
    };
  }
  const rings = makeRingPair();
  return {
    request: { kind: 'rings', rings, token },
    lane: new RingLane(ringToWorker(rings), ringToHost(rings), { nowNs, yieldTo: nextTurn }),
  };
}
