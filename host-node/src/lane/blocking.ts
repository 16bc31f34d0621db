// The blocking lane: one thread that waits in read(2) for the echo of the one frame in flight. It is the lane of lowest
// latency and is only for that: with more than one frame in flight both ends could wait in a write.
import { closeSync } from 'node:fs';
import type { Lane, LaneSink } from '../../../kernel/api/trial/lane.ts';
import { nowNs } from '../observe/clock.ts';
import type { LibC } from './libc.ts';

/** The longest wait in one read: how late a time-out, a signal or a lost orchestrator may be noticed. */
const SLICE_MS = 100;

/** Turns without a pause for the event loop; at 10 us a turn, timers are at most about 5 ms late. */
const TURNS_PER_BURST = 512;

export class BlockingLane implements Lane {
  readonly #libc: LibC;
  readonly #fd: number;
  /** Of the kernel's memory, which does not move any more once it is configured. */
  #base = 0n;
  #open = true;

  /** Takes over `fd`, a connected Unix stream socket in blocking mode. */
  constructor(libc: LibC, fd: number) {
    this.#libc = libc;
    this.#fd = fd;
    libc.setReadTimeoutMs(fd, SLICE_MS);
  }

  start(sink: LaneSink): void {
    this.#base = this.#libc.addressOf(new Uint8Array(sink.room().buffer));
    const turn = (): void => {
      this.#burst(sink);
      if (this.#open) setImmediate(turn);
    };
    setImmediate(turn);
  }

  /** Waits until the OS has taken every byte; true always, unless the channel broke, which the next read tells. */
  write(segments: readonly Uint8Array[], count: number): boolean {
    for (let index = 0; index < count; index += 1) {
      const segment = segments[index];
      if (segment !== undefined && !this.#writeAll(segment)) break;
    }
    return true;
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    closeSync(this.#fd);
  }

  #writeAll(segment: Uint8Array): boolean {
    let address = this.#base + BigInt(segment.byteOffset);
    let left = segment.length;
    while (left > 0) {
      const count = this.#libc.write(this.#fd, address, left);
      if (count === -2) return false;
      if (count < 0) continue;
      address += BigInt(count);
      left -= count;
    }
    return true;
  }

  #burst(sink: LaneSink): void {
    for (let turns = 0; turns < TURNS_PER_BURST && this.#open; turns += 1) {
      const room = sink.room();
      const count = this.#libc.read(this.#fd, this.#base + BigInt(room.byteOffset), room.length);
      const stamp = nowNs();
      if (count > 0) sink.received(count, stamp);
      else if (count === -1) return;
      else if (count === 0) sink.ended();
      else sink.failed('read failed');
    }
  }
}
