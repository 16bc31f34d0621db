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
const KIB256 = bulk(262_144, 1_500);
const MIB1 = bulk(1_048_576, 400);
const SESSIONS = {
  payloadBytes: 64,
  warmup: 50,
  frames: 600,
  sessions: 16,
  creditFrames: 1,
  ackEvery: 1,
};

/**
 * `figure` is compared as ours / base; `better` says which way. A floor is the worst acceptable median ratio.
 * Peers in a row share its parameters; a slow peer gets fewer frames through `slow`.
 */
export const rows = [
  {
    name: '64 B p50',
    figure: 'p50Ns',
    better: 'lower',
    base: ['C host', latency],
    others: [
      ['echometer socket', latency, { max: 1.5, aim: 1.2 }],
      ['echometer blocking', latency, { max: 1.25, aim: 1.05 }],
    ],
  },
  {
    name: '64 B p50 against peers',
    figure: 'p50Ns',
    better: 'lower',
    base: ['echometer socket', latency],
    others: [
      ['zeromq', { ...latency, frames: 2_000 }, { min: 2.5, aim: 4 }],
      ['grpc', { ...latency, frames: 1_000 }, { min: 4, aim: 6 }],
      ['websocket', { ...latency, frames: 1_000 }, { min: 6, aim: 8 }],
      ['json-lines', { ...latency, frames: 2_000 }, { min: 1.3, aim: 2 }],
      ['multiprocessing.Pipe', latency, {}],
      ['node-calls-python', latency, {}],
      ['pyodide', { ...latency, frames: 1_000 }, {}],
      ['echometer blocking', latency, {}],
    ],
  },
  {
    name: '256 KiB inline',
    figure: 'bytesPerSecond',
    better: 'higher',
    base: ['C host', KIB256],
    others: [
      ['echometer socket', KIB256, { min: 0.6, aim: 0.85 }],
      ['echometer socket', managed(KIB256, 'managed'), {}],
      ['echometer socket', managed(KIB256, 'managedDuplex'), { min: 1.25, aim: 2 }],
    ],
  },
  {
    name: '1 MiB inline',
    figure: 'bytesPerSecond',
    better: 'higher',
    base: ['C host', MIB1],
    others: [
      ['echometer socket', MIB1, { min: 0.6, aim: 0.85 }],
      ['echometer socket', managed(MIB1, 'managedDuplex'), { min: 1.25, aim: 2 }],
    ],
  },
  {
    name: '256 KiB in slots',
    figure: 'bytesPerSecond',
    better: 'higher',
    base: ['C host', managed(KIB256, 'managedDuplex')],
    others: [['echometer socket', managed(KIB256, 'managedDuplex'), { min: 0.8, aim: 0.95 }]],
  },
  {
    name: '1 MiB managed against inline',
    figure: 'bytesPerSecond',
    better: 'higher',
    base: ['echometer socket', MIB1],
    others: [['echometer socket', managed(MIB1, 'managed'), { min: 1, aim: 1.3 }]],
  },
  {
    name: '16 sessions, 64 B',
    figure: 'messagesPerSecond',
    better: 'higher',
    base: ['C host', SESSIONS],
    others: [['echometer socket', SESSIONS, { min: 0.35, aim: 0.6 }]],
  },
  {
    name: '16 sessions, asyncio worker as base',
    figure: 'messagesPerSecond',
    better: 'higher',
    base: ['C host, asyncio worker', SESSIONS],
    others: [['C host', SESSIONS, { min: 3, aim: 5 }]],
  },
  {
    name: '256 KiB against peers',
    figure: 'bytesPerSecond',
    better: 'higher',
    invert: true,
    base: ['echometer socket', KIB256],
    others: [
      ['zeromq', { ...KIB256, frames: 500 }, { min: 2.5, aim: 5 }],
      ['grpc', { ...KIB256, frames: 100 }, { min: 10, aim: 20 }],
      ['json-lines', { ...KIB256, frames: 60 }, { min: 20, aim: 50 }],
      ['websocket', { ...KIB256, frames: 100 }, {}],
      ['multiprocessing.Pipe', { ...KIB256, frames: 300 }, {}],
      ['node-calls-python', { ...KIB256, frames: 500 }, {}],
      ['pyodide', { ...KIB256, frames: 200 }, {}],
    ],
  },
];
