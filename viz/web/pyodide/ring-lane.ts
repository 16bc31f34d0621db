// The pyodide lane: a channel over two rings in shared memory. The host never blocks; it is woken by the worker. It knows
// no frame and no credit.
import type { Lane, LaneSink } from '../../../kernel/api/trial/lane.ts';
import type { Ring } from './ring.ts';

export interface LaneSurroundings {
  readonly nowNs: () => bigint;
  /** Runs a step after what else waits in the event loop. */
  readonly yieldTo: (step: () => void) => void;
}

/** Turns without a pause for the event loop, so that timers are at most a few milliseconds late. */
const TURNS_PER_BURST = 512;

export class RingLane implements Lane {
  readonly #toWorker: Ring;
  readonly #toHost: Ring;
  readonly #around: LaneSurroundings;
  #sink: LaneSink | null = null;
  #open = true;
  #segments: readonly Uint8Array[] = [];
  #count = 0;
  #index = 0;
  #offset = 0;

  constructor(toWorker: Ring, toHost: Ring, around: LaneSurroundings) {
    this.#toWorker = toWorker;
    this.#toHost = toHost;
    this.#around = around;
  }

  start(sink: LaneSink): void {
    this.#sink = sink;
    this.#around.yieldTo(this.#read);
  }

  write(segments: readonly Uint8Array[], count: number): boolean {
    this.#segments = segments;
    this.#count = count;
    this.#index = 0;
    this.#offset = 0;
    if (this.#push()) return true;
    this.#continueWhenRoom();
    return false;
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#toWorker.close();
    this.#toHost.close();
  }

  /** The worker is gone without having closed its ring. */
  fail(reason: string): void {
    if (this.#open) this.#sink?.failed(reason);
  }

  readonly #read = (): void => {
    const sink = this.#sink;
    if (sink === null) return;
    for (let turns = 0; turns < TURNS_PER_BURST && this.#open; turns += 1) {
      if (this.#toHost.available() === 0) {
        if (this.#toHost.isClosed()) {
          sink.ended();
          return;
        }
        const woken = this.#toHost.whenBytes();
        if (woken !== null) {
          void woken.then(this.#read);
          return;
        }
        continue;
      }
      const stamp = this.#around.nowNs();
      sink.received(this.#toHost.pull(sink.room()), stamp);
    }
    if (this.#open) this.#around.yieldTo(this.#read);
  };

  /** True when everything that was given is in the ring. */
  #push(): boolean {
    const isDone = this.#pushSegments();
    this.#toWorker.publish();
    return isDone;
  }

  #pushSegments(): boolean {
    while (this.#index < this.#count) {
      const segment = this.#segments[this.#index];
      const left = segment === undefined ? 0 : segment.length - this.#offset;
      if (segment !== undefined && left > 0) {
        const taken = this.#toWorker.push(segment, this.#offset);
        this.#offset += taken;
        if (taken < left) return false;
      }
      this.#index += 1;
      this.#offset = 0;
    }
    return true;
  }

  #continueWhenRoom(): void {
    const step = (): void => {
      if (!this.#open) return;
      if (this.#push()) this.#sink?.written();
      else this.#continueWhenRoom();
    };
    const woken = this.#toWorker.whenRoom();
    if (woken === null) this.#around.yieldTo(step);
    else void woken.then(step);
  }
}
