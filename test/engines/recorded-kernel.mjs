// A kernel's exports that put every call on record, with the bytes that the host wrote before it and those that it changed: so a
// runner of vectors that knows no transcript makes one. Only scratch memory is looked at.

/** An argument or a result as a word of the transcript; the calls recorded here take no f64. */
function wordOf(value) {
  if (typeof value === 'bigint') return `l${BigInt.asUintN(64, value)}`;
  if (!Number.isInteger(value)) throw new TypeError(`${value} is no integer`);
  return `i${value | 0}`;
}

/** The changed span of a region as `[from, to]`, or null. */
function changedSpan(before, now) {
  if (Buffer.compare(before, now) === 0) return null;
  let from = 0;
  let to = now.length;
  while (before[from] === now[from]) from += 1;
  while (before[to - 1] === now[to - 1]) to -= 1;
  return [from, to];
}

/** Builds differ in these, and no vector asks for them. */
const OF_A_BUILD = ['isSimd', 'kernelId', 'measureId'];

export function recordedExports(recorder) {
  const { exports } = recorder;
  /** What scratchAlloc gave and scratchReset has not taken back: `{at, size, known}`. */
  let regions = [];
  const bytesOf = ({ at, size }) => new Uint8Array(exports.memory.buffer, at, size);

  function noteChanges(note) {
    for (const region of regions) {
      const now = bytesOf(region);
      const span = changedSpan(region.known, now);
      if (span === null) continue;
      note(region.at + span[0], now.slice(...span));
      region.known = now.slice();
    }
  }

  function call(name, args) {
    noteChanges((at, bytes) => recorder.write(at, bytes));
    const got = recorder.call(name, args.map(wordOf));
    if (name === 'scratchAlloc') {
      const region = { at: got >>> 0, size: args[0] };
      regions.push({ ...region, known: bytesOf(region).slice() });
    }
    if (name === 'scratchReset') regions = regions.filter(({ at }) => at < args[0]);
    noteChanges((at, bytes) => recorder.check(at, bytes.length));
    return got;
  }

  const recorded = ([name, value]) => {
    if (typeof value !== 'function' || OF_A_BUILD.includes(name)) return [name, value];
    // The recorder has configured the one instance of its transcript.
    return name === 'configure' ? [name, () => 0] : [name, (...args) => call(name, args)];
  };
  return Object.fromEntries(Object.entries(exports).map(recorded));
}
