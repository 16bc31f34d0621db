// Interpreters as the trial host sees them: the page starts and ends their workers, a port leads to each. And what the host's
// event loop offers: timers and a turn that is finer than a timer. It knows no trial.
import type { Connection, InterpreterHost, Thread, ThreadEvents } from '../pyodide/interpreters.ts';
import { MessageLane, messagePort } from '../pyodide/message-channel.ts';
import { makeRingPair, ringToHost, ringToWorker } from '../pyodide/ring.ts';
import { RingLane } from '../pyodide/ring-lane.ts';
import type { ThreadReply } from '../pyodide/thread-messages.ts';
import { nowNs } from './clock.ts';
import type { HostRequest, ThreadNews, ThreadWish, Travel } from './messages.ts';

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

export function browserInterpreters({ travel, timeoutMs }: HostRequest): InterpreterHost {
  return {
    startThread,
    connect: (token) => connect(travel, token),
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    after,
    startTimeoutMs: Math.max(timeoutMs, START_TIMEOUT_MS),
  };
}

/** Who hears of each thread, by its number. */
const listeners: ThreadEvents[] = [];

export function takeNews({ thread, reason }: ThreadNews): void {
  listeners[thread]?.broke(reason);
}

function wish(message: ThreadWish, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}

function startThread(events: ThreadEvents): Thread {
  const thread = listeners.push(events) - 1;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<ThreadReply>) => {
    events.replied(data);
  };
  wish({ kind: 'start', thread, port: port2 }, [port2]);
  return {
    post: (request) => {
      port1.postMessage(request, request.kind === 'messages' ? [request.port] : []);
    },
    end: () => {
      wish({ kind: 'end', thread });
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
