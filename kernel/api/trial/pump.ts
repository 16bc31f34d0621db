// The pump: moves bytes between lanes and kernel channels, one pair per worker, and decides only when. What to
// send, what is valid and when a trial ends is the kernel's answer. It touches no socket, clock or timer itself.
//
// Theory of operation. Each event of a lane (bytes arrived, output accepted, end) is told to the kernel, and then
// `poll` is asked until it says WAIT. A WRITE goes to the lane at once; if the OS took all of it, the loop goes on
// with a fresh clock reading, because the next send decision starts there. Channels that reach the barrier wait for
// each other, so that sessions on several workers begin together.

import { Action } from '../facade/abi.ts';
import type { Lane, LaneSink } from './lane.ts';
import { SegmentViews } from './segment-views.ts';
import type { SlotStore } from './slot-store.ts';

/** The kernel's channel as the pump drives it; negative results are a Status (docs/abi.md). */
export interface ChannelPort {
  readonly buffer: ArrayBuffer;
  readonly segmentsAt: number;
  channelStart(nowNs: bigint): number;
  inputAt(): number;
  inputRoom(): number;
  inputReceived(bytes: number, nowNs: bigint): number;
  inputEnded(nowNs: bigint): number;
  poll(nowNs: bigint): number;
  segmentCount(): number;
  outputWritten(bytes: number, nowNs: bigint): number;
  start(nowNs: bigint): number;
  pause(session: number): number;
  resume(session: number): number;
  finish(): number;
  /** When poll() should be called although nothing has arrived; 0 = no need. Only in an open loop. */
  wakeNs(): bigint;
  slotIndex(): number;
  slotAt(): number;
  slotBytesUsed(): number;
  slotDone(): number;
}

/** How a channel ended: `fault` is described by the kernel's record, `lane` by its reason, `status` is a bug. */
export type ChannelEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'fault' }
  | { readonly kind: 'lane'; readonly reason: string }
  | { readonly kind: 'status'; readonly call: string; readonly status: number };

export interface PumpHooks {
  nowNs(): bigint;
  /** Every channel is at the barrier; the measured loops begin when `release` is called. */
  atBarrier(release: () => void): void;
  /** A channel's sessions have all ended; its lane is closed next, and then its worker exits. */
  beforeClose(): void;
  /** Every channel has ended; one entry per channel, in the order given. */
  finished(ends: readonly ChannelEnd[]): void;
}

export interface PumpPair {
  readonly kernel: ChannelPort;
  readonly lane: Lane;
  /** Needed where payloads are in slots that are not mapped over kernel memory. */
  readonly slots?: SlotStore;
  /** Needed in an open loop: calls `wake` once, at `atNs` or as soon after as the host can. */
  readonly wakeAt?: (atNs: bigint, wake: () => void) => void;
}

export class Pump {
  readonly #hooks: PumpHooks;
  readonly #channels: PumpedChannel[];
  #released = false;
  #finished = false;

  constructor(pairs: readonly PumpPair[], hooks: PumpHooks) {
    this.#hooks = hooks;
    const changed = (): void => {
      this.#channelChanged();
    };
    this.#channels = pairs.map((pair) => new PumpedChannel(pair, hooks, changed));
  }

  start(): void {
    for (const channel of this.#channels) channel.begin();
  }

  /** Bytes that were waited for, read or written; a watchdog compares two readings. */
  progress(): number {
    return this.#channels.reduce((sum, channel) => sum + channel.progress, 0);
  }

  /** Asks every open channel for its next step, after the caller changed the kernel's state (pause, resume, finish). */
  advance(): void {
    for (const channel of this.#channels) channel.advance(this.#hooks.nowNs());
  }

  /** Ends what is still open, for a reason that lies outside the channel. */
  abort(reason: string): void {
    for (const channel of this.#channels) channel.stop({ kind: 'lane', reason });
  }

  #channelChanged(): void {
    const ends = this.#channels.map((channel) => channel.end);
    const failed = ends.some((end) => end !== null && end.kind !== 'done');
    if (failed && ends.includes(null)) this.abort('another channel of this trial failed');
    else if (ends.every((end) => end !== null)) this.#finish(ends);
    else if (!this.#released && this.#channels.every((channel) => channel.atBarrier)) {
      this.#released = true;
      this.#hooks.atBarrier(() => {
        this.#release();
      });
    }
  }

  #release(): void {
    const nowNs = this.#hooks.nowNs();
    for (const channel of this.#channels) channel.leaveBarrier(nowNs);
    this.advance();
  }

  #finish(ends: readonly ChannelEnd[]): void {
    if (this.#finished) return;
    this.#finished = true;
    this.#hooks.finished(ends);
  }
}

class PumpedChannel implements LaneSink {
  end: ChannelEnd | null = null;
  atBarrier = false;
  progress = 0;
  readonly #kernel: ChannelPort;
  readonly #lane: Lane;
  readonly #slots: SlotStore | undefined;
  readonly #hooks: PumpHooks;
  readonly #changed: () => void;
  readonly #views: SegmentViews;
  readonly #wakeAt: PumpPair['wakeAt'];
  #pendingBytes = 0;
  #wakesAtNs = 0n;

  constructor(pair: PumpPair, hooks: PumpHooks, changed: () => void) {
    this.#kernel = pair.kernel;
    this.#lane = pair.lane;
    this.#slots = pair.slots;
    this.#wakeAt = pair.wakeAt;
    this.#hooks = hooks;
    this.#changed = changed;
    this.#views = new SegmentViews(pair.kernel.buffer, pair.kernel.segmentsAt);
  }

  begin(): void {
    const nowNs = this.#hooks.nowNs();
    if (!this.#check('channelStart', this.#kernel.channelStart(nowNs))) return;
    this.#lane.start(this);
    this.advance(nowNs);
  }

  room(): Uint8Array {
    return this.#views.view(this.#kernel.inputAt() >>> 0, this.#kernel.inputRoom() >>> 0);
  }

  received(bytes: number, nowNs: bigint): void {
    if (this.end !== null) return;
    this.progress += bytes;
    if (this.#check('inputReceived', this.#kernel.inputReceived(bytes, nowNs))) this.advance(nowNs);
  }

  written(): void {
    if (this.end !== null) return;
    this.progress += this.#pendingBytes;
    const nowNs = this.#hooks.nowNs();
    if (this.#acknowledgeOutput(nowNs)) this.advance(nowNs);
  }

  ended(): void {
    if (this.end !== null) return;
    const nowNs = this.#hooks.nowNs();
    if (this.#check('inputEnded', this.#kernel.inputEnded(nowNs))) this.advance(nowNs);
  }

  failed(reason: string): void {
    // A reset is an end of the stream to the kernel, which knows what was still owed and names the fault.
    this.ended();
    this.stop({ kind: 'lane', reason });
  }

  leaveBarrier(nowNs: bigint): void {
    if (this.end !== null) return;
    this.atBarrier = false;
    this.#check('start', this.#kernel.start(nowNs));
  }

  advance(startNs: bigint): void {
    let nowNs = startNs;
    while (this.end === null) {
      const action = this.#kernel.poll(nowNs);
      if (action === Action.wait) {
        this.#awaitDue(nowNs);
        return;
      }
      if (action === Action.write) {
        if (!this.#write()) continue;
        nowNs = this.#hooks.nowNs();
        if (!this.#acknowledgeOutput(nowNs)) return;
      } else if (action === Action.store || action === Action.load) {
        if (!this.#moveSlot(action)) return;
        nowNs = this.#hooks.nowNs();
      } else {
        this.#leaveLoop(action);
        return;
      }
    }
  }

  stop(end: ChannelEnd): void {
    if (this.end !== null) return;
    this.end = end;
    if (end.kind === 'done') this.#hooks.beforeClose();
    this.#lane.close();
    this.#changed();
  }

  /** In an open loop the next frame may be due before anything arrives. */
  #awaitDue(nowNs: bigint): void {
    if (this.#wakeAt === undefined) return;
    const atNs = this.#kernel.wakeNs();
    // A time that has passed: the frame waits for output, and written() will ask again.
    if (atNs <= nowNs || atNs === this.#wakesAtNs) return;
    this.#wakesAtNs = atNs;
    this.#wakeAt(atNs, () => {
      if (this.#wakesAtNs === atNs) this.#wakesAtNs = 0n;
      if (this.end === null) this.advance(this.#hooks.nowNs());
    });
  }

  #leaveLoop(action: number): void {
    if (action === Action.done) this.stop({ kind: 'done' });
    else if (action === Action.faulted) this.stop({ kind: 'fault' });
    else if (action === Action.barrier) this.#reachBarrier();
    else this.stop({ kind: 'status', call: 'poll', status: action });
  }

  #reachBarrier(): void {
    if (this.atBarrier) return;
    this.atBarrier = true;
    this.#changed();
  }

  /** True when the OS accepted everything at once; else written() reports it later. */
  #write(): boolean {
    const count = this.#kernel.segmentCount();
    const segments = this.#views.announced(count);
    this.#pendingBytes = this.#views.announcedBytes;
    return this.#lane.write(segments, count);
  }

  #moveSlot(action: number): boolean {
    const payload = this.#views.view(this.#kernel.slotAt(), this.#kernel.slotBytesUsed());
    if (action === Action.store) this.#slots?.store(this.#kernel.slotIndex(), payload);
    else this.#slots?.load(this.#kernel.slotIndex(), payload);
    return this.#check('slotDone', this.#kernel.slotDone());
  }

  #acknowledgeOutput(nowNs: bigint): boolean {
    const bytes = this.#pendingBytes;
    this.#pendingBytes = 0;
    return this.#check('outputWritten', this.#kernel.outputWritten(bytes, nowNs));
  }

  #check(call: string, status: number): boolean {
    if (status >= 0) return true;
    this.stop({ kind: 'status', call, status });
    return false;
  }
}
