// The rows of DESIGN's table of numbers that the duplex bench measures: parameters, contenders, the ratio and its floor.
const latency = { payloadBytes: 64, warmup: 200, frames: 5_000, creditFrames: 1, ackEvery: 1 };
const bulk = (payloadBytes, frames) => ({
  payloadBytes,
  warmup: 20,
  frames,
  creditFrames: 16,
  ackEvery: 4,
});
const managed = (params, storage) => ({ ...params, storage });
const KIB256 = bulk(262_144, 3_000);
const MIB1 = bulk(1_048_576, 1_000);
/** Slots carry a frame in 50 µs: more of them, so that a measurement is not over in a tenth of a second. */
const KIB256_SLOTS = managed(bulk(262_144, 10_000), 'managedDuplex');
const SESSIONS = {
  payloadBytes: 64,
  warmup: 50,
  frames: 2_000,
  sessions: 16,
  creditFrames: 1,
  ackEvery: 1,
};

/**
 * `figure` is compared as contender / base, or the other way round with `invert`. A floor is the worst acceptable median
 * ratio; where there are several bases, floor and aim of a contender are given for each, in their order, and the bases after
 * the first are compared with the contenders that have a floor.
 * Peers in a row share its parameters; a slow peer gets fewer frames.
 */
export const rows = [
  {
    name: '64 B p50',
    figure: 'p50Ns',
    bases: [['C host', latency]],
    others: [
      ['echometer socket', latency, { max: 1.5, aim: 1.2 }],
      ['echometer blocking', latency, { max: 1.25, aim: 1.05 }],
    ],
  },
  {
    name: '64 B p50 against peers',
    figure: 'p50Ns',
    bases: [
      ['echometer socket', latency],
      ['echometer blocking', latency],
    ],
    others: [
      ['zeromq', { ...latency, frames: 2_000 }, { min: 2.5, aim: 4 }, { aim: 5 }],
      ['grpc', { ...latency, frames: 1_000 }, { min: 4, aim: 6 }, { aim: 8 }],
      ['websocket', { ...latency, frames: 1_000 }, { min: 6, aim: 8 }, { aim: 10 }],
      ['json-lines', { ...latency, frames: 2_000 }, { min: 1.3, aim: 2 }, { aim: 3 }],
      ['multiprocessing.Pipe', latency],
      ['node-calls-python', latency],
      ['pyodide', { ...latency, frames: 1_000 }],
    ],
  },
  {
    name: '256 KiB inline',
    figure: 'bytesPerSecond',
    bases: [['C host', KIB256]],
    others: [
      ['echometer socket', KIB256, { min: 0.6, aim: 0.85 }],
      ['echometer socket', managed(KIB256, 'managed')],
      ['echometer socket', KIB256_SLOTS, { min: 1.25, aim: 2 }],
    ],
  },
  {
    name: '1 MiB inline',
    figure: 'bytesPerSecond',
    bases: [['C host', MIB1]],
    others: [
      ['echometer socket', MIB1, { min: 0.6, aim: 0.85 }],
      ['echometer socket', managed(MIB1, 'managedDuplex'), { min: 1.25, aim: 2 }],
    ],
  },
  {
    name: '256 KiB in slots',
    figure: 'bytesPerSecond',
    bases: [['C host', KIB256_SLOTS]],
    others: [['echometer socket', KIB256_SLOTS, { min: 0.8, aim: 0.95 }]],
  },
  {
    name: '1 MiB managed against inline',
    figure: 'bytesPerSecond',
    bases: [['echometer socket', MIB1]],
    others: [['echometer socket', managed(MIB1, 'managed'), { min: 1, aim: 1.3 }]],
  },
  {
    name: '16 sessions, 64 B',
    figure: 'messagesPerSecond',
    bases: [['C host', SESSIONS]],
    others: [['echometer socket', SESSIONS, { min: 0.35, aim: 0.6 }]],
  },
  {
    name: '16 sessions, our worker against an asyncio worker',
    figure: 'messagesPerSecond',
    bases: [['C host, asyncio worker', SESSIONS]],
    others: [['C host', SESSIONS, { min: 3, aim: 5 }]],
  },
  {
    name: 'the same, host and worker on one processor',
    figure: 'messagesPerSecond',
    bases: [['C host, asyncio worker, processor 0', SESSIONS]],
    others: [['C host, processor 0', SESSIONS]],
  },
  {
    name: 'the same, host and worker on a processor each',
    figure: 'messagesPerSecond',
    bases: [['C host, asyncio worker, processors 0 and 1', SESSIONS]],
    others: [['C host, processors 0 and 1', SESSIONS]],
  },
  {
    name: '256 KiB against peers',
    figure: 'bytesPerSecond',
    invert: true,
    bases: [
      ['echometer socket', KIB256],
      ['echometer socket', KIB256_SLOTS],
      ['C host', KIB256],
    ],
    others: [
      ['zeromq', { ...KIB256, frames: 500 }, { min: 2.5, aim: 5 }],
      ['grpc', { ...KIB256, frames: 100 }, { min: 10, aim: 20 }],
      ['json-lines', { ...KIB256, frames: 60 }, { min: 20, aim: 50 }],
      ['websocket', { ...KIB256, frames: 100 }],
      ['multiprocessing.Pipe', { ...KIB256, frames: 300 }],
      ['node-calls-python', { ...KIB256, frames: 500 }],
      ['pyodide', { ...KIB256, frames: 200 }],
    ],
  },
];
