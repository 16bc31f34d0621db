// The load that every peer gets: the same payload, the same window, every returned byte compared. It knows no transport.
const now = () => process.hrtime.bigint();

export const patternOf = (bytes) =>
  Buffer.from({ length: bytes }, (_, i) => ((i % 251) * 167 + 13) % 251);

/** Nearest rank over sorted nanoseconds. */
const quantile = (sorted, p) => Number(sorted[Math.max(0, Math.ceil(sorted.length * p) - 1)]);

/**
 * Drives `send(payload)`; the peer calls `load.echo(bytes)` for every complete echo and `await load.done` for the result.
 * `windowFrames` frames are in flight at most; latency is from the send call to the arrival of the whole echo.
 */
export function createLoad({ payloadBytes, warmup, frames, windowFrames }) {
  const payload = patternOf(payloadBytes);
  const total = warmup + frames;
  const starts = new BigUint64Array(windowFrames);
  const latencies = new BigUint64Array(frames);
  let sent = 0;
  let received = 0;
  let startedNs = 0n;
  let send = () => {};
  let finish;
  const done = new Promise((resolve) => (finish = resolve));

  const pump = () => {
    while (sent < total && sent - received < windowFrames) {
      starts[sent % windowFrames] = now();
      sent += 1;
      send(payload);
    }
  };
  const result = () => {
    const seconds = Number(now() - startedNs) / 1e9;
    latencies.sort();
    return {
      p50Ns: quantile(latencies, 0.5),
      p95Ns: quantile(latencies, 0.95),
      p99Ns: quantile(latencies, 0.99),
      bytesPerSecond: (frames * payloadBytes) / seconds,
      messagesPerSecond: frames / seconds,
    };
  };
  const echo = (bytes) => {
    const at = now();
    if (received >= warmup) latencies[received - warmup] = at - starts[received % windowFrames];
    if (bytes.length !== payloadBytes || payload.compare(bytes) !== 0) {
      throw new Error(`echo ${received} differs`);
    }
    received += 1;
    if (received === warmup) startedNs = now();
    if (received === total) finish(result());
    else pump();
  };
  const start = (sender) => {
    send = sender;
    if (warmup === 0) startedNs = now();
    pump();
  };
  return { payload, total, echo, start, done };
}
