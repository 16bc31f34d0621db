// Lanes without an event loop: one thread waits in poll(2) for all channels of a trial, reads into kernel memory and writes
// from it. It knows no frame.
//
// Theory of operation. A turn waits until a descriptor is ready, a frame is due or SLICE_MS have passed. What is readable is
// read before anything is written, so neither end waits in a write while it owes a read. Turns follow each other without
// a pause for as long as bytes move, at most BURST_NS; then Node's event loop runs once: timers, messages of the
// orchestrator, ends of processes.
import type { Lane, LaneSink } from '../../../kernel/api/trial/lane.ts';
import { nowNs } from '../observe/clock.ts';
import type { LibC } from './libc.ts';
import { Pieces } from './pieces.ts';
import type { Stream } from './stream.ts';

/** How long a turn waits when nothing moves: timers (a pause, the watchdog) are at most this late. */
const SLICE_MS = 5;
const BURST_NS = 5_000_000n;
/** A due time is waited for in poll(2) down to the last 2 ms, of which a timer's granularity is one, then by turning. */
const TURNING_NS = 2_000_000n;
const NS_PER_MS = 1_000_000n;
const POLLIN = 1;
const POLLOUT = 4;
/** POLLERR, POLLHUP and POLLNVAL: the next read or write says which. */
const POLL_BROKEN = 0x38;

const MOST_LANES = 1024;
/** struct pollfd: the descriptor, then events and revents in one word. Two for a lane: input and output. */
const WORDS_PER_LANE = 4;
const REVENTS_SHIFT = 16;

/** All channels of one process that are driven this way. */
export class WaitingLoop {
  readonly #libc: LibC;
  readonly #lanes: WaitingLane[] = [];
  readonly #pollfds = new Int32Array(MOST_LANES * WORDS_PER_LANE);
  readonly #pollfdsAt: bigint;
  #dues: { readonly atNs: bigint; readonly wake: () => void }[] = [];
  #runs = false;

  constructor(libc: LibC) {
    this.#libc = libc;
    this.#pollfdsAt = libc.addressOf(this.#pollfds);
  }

  /** A lane over a stream, which it closes. */
  lane(stream: Stream): Lane {
    return new WaitingLane(this.#libc, stream, {
      opened: (lane) => {
        this.#lanes.push(lane);
        this.#run();
      },
      closed: (lane) => {
        const index = this.#lanes.indexOf(lane);
        if (index >= 0) this.#lanes.splice(index, 1);
      },
    });
  }

  /** Calls `wake` once, at `atNs` or as soon after as it can. */
  readonly wakeAt = (atNs: bigint, wake: () => void): void => {
    this.#dues.push({ atNs, wake });
    this.#run();
  };

  #run(): void {
    if (this.#runs) return;
    this.#runs = true;
    setImmediate(this.#turn);
  }

  readonly #turn = (): void => {
    this.#burst();
    this.#runs = this.#lanes.length > 0 || this.#dues.length > 0;
    if (this.#runs) setImmediate(this.#turn);
  };

  #burst(): void {
    const endNs = nowNs() + BURST_NS;
    while (this.#lanes.length > 0 || this.#dues.length > 0) {
      const ready = this.#wait();
      const moved = ready > 0;
      if (moved) this.#serve();
      const woken = this.#dues.length > 0 && this.#wakeDue();
      if (!moved && !woken && this.#dues.length === 0) return;
      if (nowNs() > endNs) return;
    }
  }

  /** How many descriptors are ready. */
  #wait(): number {
    let word = 0;
    for (const lane of this.#lanes) {
      this.#pollfds[word] = lane.inputFd;
      this.#pollfds[word + 1] = POLLIN;
      // A negative descriptor is passed over.
      this.#pollfds[word + 2] = lane.hasOutput ? lane.outputFd : -1;
      this.#pollfds[word + 3] = POLLOUT;
      word += WORDS_PER_LANE;
    }
    return this.#libc.poll(this.#pollfdsAt, word >> 1, this.#timeoutMs());
  }

  #timeoutMs(): number {
    if (this.#dues.length === 0) return SLICE_MS;
    const leftNs =
      this.#dues.reduce((least, { atNs }) => (atNs < least ? atNs : least), NEVER) - nowNs();
    if (leftNs <= TURNING_NS) return 0;
    return Math.min(SLICE_MS, Number((leftNs - TURNING_NS) / NS_PER_MS));
  }

  #serve(): void {
    // A lane may close itself or others while it is served.
    const lanes = this.#lanes.length === 1 ? this.#lanes : [...this.#lanes];
    for (let index = 0, word = 0; index < lanes.length; index += 1, word += WORDS_PER_LANE) {
      const input = (this.#pollfds[word + 1] ?? 0) >>> REVENTS_SHIFT;
      const output = (this.#pollfds[word + 3] ?? 0) >>> REVENTS_SHIFT;
      const lane = lanes[index];
      if ((input & (POLLIN | POLL_BROKEN)) !== 0) lane?.readable();
      if ((output & (POLLOUT | POLL_BROKEN)) !== 0) lane?.writable();
    }
  }

  #wakeDue(): boolean {
    const now = nowNs();
    const due = this.#dues.filter(({ atNs }) => atNs <= now);
    if (due.length === 0) return false;
    due.sort((a, b) => (a.atNs < b.atNs ? -1 : 1));
    this.#dues = this.#dues.filter(({ atNs }) => atNs > now);
    for (const { wake } of due) wake();
    return true;
  }
}

const NEVER = 2n ** 63n;
/** What LibC's calls say when nothing is there or nothing fits; less than that: the stream is broken. */
const NOTHING_NOW = -1;

interface LaneList {
  opened(lane: WaitingLane): void;
  closed(lane: WaitingLane): void;
}

class WaitingLane implements Lane {
  /** Negative once the stream has ended: there is nothing to wait for. */
  inputFd: number;
  readonly outputFd: number;
  /** Something given to write() is not taken yet. */
  hasOutput = false;
  readonly #libc: LibC;
  readonly #stream: Stream;
  readonly #list: LaneList;
  readonly #pieces: Pieces;
  #sink: LaneSink | null = null;
  #isOpen = true;
  /** Of the kernel's memory, which does not move any more once it is configured. */
  #base = 0;
  #segments: readonly Uint8Array[] = [];
  #count = 0;
  #written = 0;

  constructor(libc: LibC, stream: Stream, list: LaneList) {
    this.#libc = libc;
    this.#stream = stream;
    this.#list = list;
    this.#pieces = new Pieces(libc);
    this.inputFd = stream.inputFd;
    this.outputFd = stream.outputFd;
  }

  start(sink: LaneSink): void {
    this.#sink = sink;
    this.#base = Number(this.#libc.addressOf(new Uint8Array(sink.room().buffer)));
    this.#list.opened(this);
  }

  write(segments: readonly Uint8Array[], count: number): boolean {
    this.#segments = segments;
    this.#count = count;
    this.#written = 0;
    this.hasOutput = !this.#flush();
    return !this.hasOutput;
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#sink = null;
    this.#list.closed(this);
    this.#stream.close();
  }

  readable(): void {
    const sink = this.#sink;
    if (sink === null) return;
    const room = sink.room();
    const count = this.#stream.read(this.#base + room.byteOffset, room.length);
    const stamp = nowNs();
    if (count > 0) sink.received(count, stamp);
    else if (count !== NOTHING_NOW) this.#end(sink, count);
  }

  writable(): void {
    if (!this.hasOutput || !this.#flush()) return;
    this.hasOutput = false;
    this.#sink?.written();
  }

  #end(sink: LaneSink, count: number): void {
    this.inputFd = -1;
    if (count === 0) sink.ended();
    else sink.failed('read failed');
  }

  /** True when everything is taken, and when the stream is broken: its end is what the next read tells. */
  #flush(): boolean {
    for (;;) {
      this.#pieces.set(this.#base, this.#segments, this.#count, this.#written);
      if (this.#pieces.bytes === 0) return true;
      const count = this.#stream.write(this.#pieces);
      if (count < NOTHING_NOW) return true;
      if (count === NOTHING_NOW) return false;
      this.#written += count;
      if (count < this.#pieces.bytes) return false;
    }
  }
}
