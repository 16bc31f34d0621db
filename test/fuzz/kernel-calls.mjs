// Random calls of the kernel's pure exports: mostly plausible arguments, one or two of them wild. Checks what comes back.
const SCRATCH_BYTES = 24 << 20;
const ROOM_BYTES = 16_384;
// Moving parts of a channel are kernel-channel.mjs' business; the rest of these is asked once.
const NOT_HERE = new Set([
  'configure',
  'selfSignature',
  'scratchAlloc',
  'scratchReset',
  'scratchMark',
]);
const LEAST_STATUS = -14;
/** Exports whose whole output is f64: a NaN there has left the kernel. */
const WRITES_DOUBLES = new Set(
  (
    'quantiles quantilesSorted sortSamples summarize tukeyFences winsorize logGrid ecdf ecdfTail densityBandwidth ' +
    'density violin bootstrap center centerBounds shamosSpread spreadBounds shift shiftBounds ratio ratioBounds ' +
    'avgSpread avgSpreadBounds disparity disparityBounds compare1 compare2 exponentials drawUnits drawRange ' +
    'drawDistribution mannWhitney hedgesG welchTest holm'
  ).split(' '),
);

/** name -> [{ name, type }] from the bindings that the compiler wrote. */
function readSignatures(types) {
  const found = types.matchAll(/export function (\w+)\(([^)]*)\)|@param (\w+) `(\w+)`/g);
  const signatures = new Map();
  let parameters = [];
  for (const [, name, , parameter, type] of found) {
    if (parameter !== undefined) parameters.push({ name: parameter, type });
    else {
      signatures.set(name, parameters);
      parameters = [];
    }
  }
  return signatures;
}

const WILD_DOUBLES = [NaN, Infinity, -Infinity, 0, -0, 5e-324, 1.7e308, -1.7e308, 1, 0.5, 1e-9];
const WILD_COUNTS = [0, 1, 2, 3, 10, 0xffffffff, 0x7fffffff, 0x80000000, 0x20000000, 65_537];
const WILD_WORDS = [0n, 1n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n, 42n, 1n << 32n];

function fillDoubles(view, random) {
  const kind = random.below(8);
  const scale = 10 ** (random.below(9) - 2);
  for (let i = 0; i < view.length; i++) {
    if (kind === 0) view[i] = 7;
    else if (kind === 1) view[i] = i * scale;
    else if (kind === 2) view[i] = random.below(5);
    else if (kind === 3) view[i] = random.unit();
    else if (kind === 4) view[i] = Math.exp(random.unit() * 20 - 10);
    else if (kind === 5) view[i] = (random.unit() * 2 - 1) * 1.7e308;
    else view[i] = Math.round(random.unit() * 1e6) * scale;
  }
  if (random.below(6) === 0) view[random.below(64)] = random.pick(WILD_DOUBLES);
}

export function createCalls(module, types, random) {
  const { exports } = new WebAssembly.Instance(module, {});
  const { memory } = exports;
  new DataView(memory.buffer).setBigUint64(exports.PLAN.value + 72, BigInt(SCRATCH_BYTES), true);
  if (exports.configure() !== 0) throw new Error('configure refused a scratch plan');
  const rooms = Array.from({ length: 10 }, () => exports.scratchAlloc(ROOM_BYTES) >>> 0);
  const out = exports.scratchAlloc(ROOM_BYTES) >>> 0;
  const mark = exports.scratchMark();
  const signatures = [...readSignatures(types)].filter(
    ([name]) => typeof exports[name] === 'function' && !NOT_HERE.has(name),
  );
  let encodedBytes = 0;
  refill();

  function refill() {
    rooms.forEach((at, i) => {
      if (i < 7) fillDoubles(new Float64Array(memory.buffer, at, ROOM_BYTES / 8), random);
      else if (i === 7) {
        const words = new BigUint64Array(memory.buffer, at, ROOM_BYTES / 8);
        words.forEach((_, k) => (words[k] = random.word() >> BigInt(random.below(64))));
      } else if (i === 8) exports.histogramInit(at, ROOM_BYTES, 1n, 100_000n, 1);
      else {
        exports.histogramInit(rooms[8], ROOM_BYTES, 1n, 100_000n, 1);
        exports.histogramRecordBatch(rooms[8], rooms[7], 1 + random.below(20));
        encodedBytes = exports.histogramEncode(rooms[8], at, ROOM_BYTES);
        const bytes = new Uint8Array(memory.buffer, at, 200);
        if (random.below(2) === 0) bytes[random.below(200)] ^= 1 << random.below(8);
      }
    });
  }

  /** Histograms and frames have forms that chance does not find. */
  function formed(call, { name }) {
    if (call === 'frameEncode' && /^(length|kind|flags|slot)$/.test(name)) return random.below(9);
    if (!call.startsWith('histogram')) return null;
    if (name === 'bytes') return encodedBytes;
    if (name === 'fromAt' && call !== 'histogramMerge') return rooms[9];
    return /^(at|intoAt|fromAt)$/.test(name) ? rooms[8] : null;
  }

  function plausible(call, { name, type }) {
    const special = random.below(8) === 0 ? null : formed(call, { name });
    if (special !== null) return special;
    if (type === 'u64' || type === 'i64')
      return random.below(3) === 0 ? random.word() : BigInt(random.below(100_000));
    if (type === 'f64') return random.below(3) === 0 ? random.unit() * 100 : random.unit();
    if (/^out/i.test(name) || name === 'keepAt') return out;
    if (/at$/i.test(name)) return random.pick(rooms);
    if (type === 'usize') return random.pick(rooms);
    if (name === 'capacity') return ROOM_BYTES;
    if (name === 'resamples') return 1 + random.below(300);
    if (type === 'i32') return random.below(6);
    return random.below(4) === 0 ? random.below(12) : random.below(ROOM_BYTES / 16);
  }

  function wild({ type }) {
    if (type === 'u64' || type === 'i64') return random.pick(WILD_WORDS);
    if (type === 'f64') return random.pick(WILD_DOUBLES);
    if (type === 'usize') {
      const end = memory.buffer.byteLength;
      return random.pick([
        0,
        4,
        random.next(),
        end - 8,
        end,
        0xfffffff8,
        out + 3,
        random.below(end),
      ]);
    }
    return random.below(3) === 0 ? random.next() | 0 : random.pick(WILD_COUNTS);
  }

  function check(name, status, text) {
    if (typeof status === 'bigint') return;
    if (Number.isNaN(status)) throw new Error(`${text} returned NaN`);
    if (
      status < LEAST_STATUS &&
      !/^(frameDecode|payloadVerify)$/.test(name) &&
      !/Mark|At$|^inputAt|columnAt/.test(name)
    )
      throw new Error(`${text} returned ${status}`);
    if (status < 0 || !WRITES_DOUBLES.has(name)) return;
    const written = new Float64Array(memory.buffer, out, ROOM_BYTES / 8);
    const place = written.findIndex(Number.isNaN);
    if (place >= 0) throw new Error(`${text} wrote NaN at ${place}`);
  }

  function next(tell) {
    const [name, parameters] = random.pick(signatures);
    const args = parameters.map((parameter) => plausible(name, parameter));
    const wildness = random.below(3);
    for (let i = 0; i < wildness && args.length > 0; i++) {
      const which = random.below(args.length);
      args[which] = wild(parameters[which]);
    }
    // As long as it is told to: 2^32 rounds take 17 s, and ten minutes of fuzzing were 2,003 calls.
    if (name === 'referenceWork') args[0] &= 0xfffff;
    const text = `${name}(${args.join(', ')})`;
    tell(text);
    new Uint8Array(memory.buffer, out, ROOM_BYTES).fill(0);
    // What lies where the output goes must be the call's: outputs that overlap samples are another matter.
    const status = callOf(name, args, text);
    const writesOut = parameters.every(
      (parameter, i) => !/^out/i.test(parameter.name) || args[i] === out,
    );
    const readsOut = args.filter((each) => each === out).length > 1;
    if (writesOut && !readsOut) check(name, status, text);
    if (exports.scratchMark() !== mark) throw new Error(`${text} kept scratch memory`);
    if (random.below(16) === 0) refill();
    return { text, name, answered: typeof status === 'bigint' || status >= 0 };
  }

  function callOf(name, args, text) {
    try {
      return exports[name](...args);
    } catch (error) {
      throw new Error(`${text} trapped: ${error.message}`, { cause: error });
    }
  }

  return { next };
}
