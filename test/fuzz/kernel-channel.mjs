// One random conversation: a random plan, a peer that mirrors and lies, calls in any order. Answers how many calls it made.
const ACTIONS = 7;
const KIND = { hello: 1, open: 2, data: 3, credit: 4, end: 6, cancel: 8 };

function writePlan(view, at, random) {
  for (let i = 0; i < 128; i += 4) view.setUint32(at + i, 0, true);
  const put = (offset, value) => view.setUint32(at + offset, value, true);
  put(8, random.below(4));
  put(12, random.pick([0, 1, 16, 250, 251, 252, 700, 16_384, 70_000]));
  put(16, random.below(3));
  put(20, random.below(12));
  view.setBigUint64(at + 24, BigInt(random.pick([1, 100, 1000, 65_536, 1 << 20])), true);
  put(32, 1 + random.below(6));
  put(36, 1 + random.below(4));
  put(40, random.below(2));
  if (random.below(2) === 0) {
    put(44, 1 + random.below(2));
    put(48, 6);
    put(52, 70_000);
    put(96, random.below(2));
  }
  put(56, 1 + random.below(3));
  put(60, random.pick([0, 64, 4096]));
  view.setBigUint64(at + 64, random.below(3) === 0 ? BigInt(random.below(5000)) : 0n, true);
  view.setBigUint64(at + 72, 4096n, true);
  if (random.below(5) === 0)
    put(4 * random.below(32), random.pick([0, 1, 0xffffffff, random.next()]));
}

/** Whole frames of `bytes` as the mirror answers them, and what is left. */
function mirrored(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const answers = [];
  let at = 0;
  while (at + 16 <= bytes.length) {
    const total = 16 + (view.getUint8(at + 5) & 1 ? 0 : view.getUint32(at, true));
    if (at + total > bytes.length) break;
    const frame = bytes.slice(at, at + total);
    const kind = frame[4];
    if ([KIND.hello, KIND.data, KIND.credit, KIND.end].includes(kind)) answers.push(frame);
    if (kind === KIND.open || kind === KIND.cancel) {
      const head = frame.slice(0, 16);
      head.fill(0, 0, 4);
      head[4] = kind === KIND.open ? KIND.open : KIND.end;
      answers.push(head);
    }
    at += total;
  }
  return { answers, rest: bytes.slice(at) };
}

function spoil(bytes, random) {
  if (bytes.length === 0 || random.below(40) !== 0) return bytes;
  const copy = bytes.slice();
  copy[random.below(Math.min(copy.length, 64))] ^= 1 << random.below(8);
  return random.below(8) === 0 ? copy.subarray(0, random.below(copy.length)) : copy;
}

export function converse(module, random, tell) {
  const { exports } = new WebAssembly.Instance(module, {});
  const { memory, PLAN, SEGMENTS } = exports;
  let calls = 0;
  let trace = '';
  const call = (name, ...args) => {
    calls += 1;
    trace = `${name}(${args.join(', ')})`;
    tell(trace);
    try {
      return exports[name](...args);
    } catch (error) {
      throw new Error(`${trace} trapped: ${error.message}`, { cause: error });
    }
  };
  writePlan(new DataView(memory.buffer), PLAN.value, random);
  const status = call('configure');
  if (status < -14 || status > 0) throw new Error(`configure returned ${status}`);
  let now = 1n;
  call('channelStart', now);
  let toMirror = new Uint8Array(0);
  let toHost = [];

  const takeOutput = () => {
    const view = new DataView(memory.buffer);
    for (let i = 0; i < call('segmentCount'); i++) {
      const at = view.getUint32(SEGMENTS.value + 8 * i, true);
      const n = view.getUint32(SEGMENTS.value + 8 * i + 4, true);
      // Segments are told whole until they are written; only new ones reach the mirror.
      toMirror = Buffer.concat([toMirror, new Uint8Array(memory.buffer, at, n)]);
    }
    const { answers, rest } = mirrored(new Uint8Array(toMirror));
    toMirror = rest;
    toHost.push(...answers.map((bytes) => spoil(bytes, random)));
    let left = segmentBytes();
    while (left > 0) {
      const n = 1 + random.below(left);
      call('outputWritten', n, now);
      left -= n;
    }
  };
  const segmentBytes = () => {
    const view = new DataView(memory.buffer);
    let bytes = 0;
    for (let i = 0; i < exports.segmentCount(); i++)
      bytes += view.getUint32(SEGMENTS.value + 8 * i + 4, true);
    return bytes;
  };
  const giveInput = () => {
    const queued = Buffer.concat(toHost);
    const room = call('inputRoom') >>> 0;
    const n = Math.min(queued.length, room, 1 + random.below(5000));
    if (n === 0) return;
    new Uint8Array(memory.buffer, call('inputAt') >>> 0, n).set(queued.subarray(0, n));
    toHost = [queued.subarray(n)];
    call('inputReceived', n, now);
  };
  const disturb = () => {
    const session = random.below(5);
    const which = random.below(40);
    if (which === 0) call('pause', session);
    if (which === 1) call('resume', session);
    if (which === 2 && random.below(4) === 0) call('cancel');
    if (which === 3) call('finish');
    if (which === 4) call('slotDone');
    if (which === 5) call('outputWritten', random.next() | 0, now);
    if (which === 6) call('inputReceived', random.next() | 0, random.word());
    if (which === 7 && random.below(8) === 0) call('inputEnded', now);
    if (which === 8) call('start', random.word());
    if (which === 9) call('sessionRecord', random.next() | 0);
    if (which === 10) call('columnAt', random.below(4));
    if (which === 11) now = random.word() >> 1n;
  };
  for (let turn = 0; turn < 150; turn++) {
    now += BigInt(random.below(5000));
    disturb();
    const action = call('poll', now);
    if (action < 0 || action >= ACTIONS) throw new Error(`poll returned ${action}`);
    if (action === 1) takeOutput();
    if (action === 2) call('start', now);
    if (action === 5 || action === 6) call('slotDone');
    if (action === 3 || action === 4) break;
    giveInput();
  }
  return calls;
}
