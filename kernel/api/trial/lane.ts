// The lane: how one channel's bytes travel on a platform. An interface only; lanes live in the hosts. A lane knows
// no frame, no credit and no session, and what travels is the same on every lane.

/** What a lane tells its pump. Times are the host's monotonic clock in nanoseconds. */
export interface LaneSink {
  /** Where the next bytes go: a view of kernel memory, never empty while the channel is healthy. */
  room(): Uint8Array;
  /** `bytes` of the last room() are filled; `nowNs` was read first on entry of the readable callback. */
  received(bytes: number, nowNs: bigint): void;
  /** The OS has accepted everything given to the last write() that answered false. */
  written(): void;
  /** The peer closed its end. */
  ended(): void;
  /** The channel broke in a way the peer did not ask for. */
  failed(reason: string): void;
}

export interface Lane {
  /** Bytes may arrive from now on. Called once. */
  start(sink: LaneSink): void;
  /**
   * Gives the first `count` segments to the OS, in order. True: the OS has accepted all of them. False: the
   * segments must stay unchanged until sink.written(). Never called again before that.
   */
  write(segments: readonly Uint8Array[], count: number): boolean;
  /** Closes both directions; nothing is reported afterwards. */
  close(): void;
}
