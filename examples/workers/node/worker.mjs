// A worker in Node without any dependency: docs/protocol.md, whole but for slots.
//   echometer check-worker "node worker.mjs" --lane socket,tcp,stdio
//   echometer run --worker "node worker.mjs" --worker-version 1 --lane tcp
import { fstatSync, readFileSync, readSync } from 'node:fs';
import { createServer, Socket } from 'node:net';

const [HELLO, OPEN, DATA, CREDIT, ACK, END, ERROR, CANCEL] = [1, 2, 3, 4, 5, 6, 7, 8];
const FAULT = {
  LENGTH: 1,
  KIND: 2,
  FLAGS: 3,
  MAGIC: 4,
  VERSION: 5,
  TOKEN: 6,
  ORDER: 8,
  SESSION: 9,
  BODY: 10,
};
const SESSION_FAULT = {
  CREDIT_OVERRUN: 32,
  SEQUENCE: 33,
  SIZE: 35,
  SLOT: 36,
  CREDIT_TOTALS: 37,
  END_COUNT: 38,
  AFTER_END: 39,
  ACK_TOTAL: 42,
};
const HEADER = 16;
const MOST = 16_777_216;
/** Bytes that follow a header of this kind; null where any number may. */
const LENGTHS = {
  [HELLO]: 32,
  [OPEN]: 32,
  [DATA]: null,
  [CREDIT]: 16,
  [ACK]: 0,
  [END]: 0,
  [ERROR]: null,
  [CANCEL]: 0,
};

class ChannelFault extends Error {
  constructor(name) {
    super(name);
    this.code = FAULT[name];
  }
}

class SessionFault extends Error {
  constructor(name) {
    super(name);
    this.code = SESSION_FAULT[name];
  }
}

class Session {
  waiting = [];
  received = { bytes: 0, frames: 0 };
  done = { bytes: 0, frames: 0 };
  told = { bytes: 0, frames: 0 };
  sent = { bytes: 0, frames: 0 };
  releasedByHost = { bytes: 0, frames: 0 };
  acked = 0;
  state = 'open'; // then draining (END came), ended (END went), or dropped (a fault or CANCEL)

  constructor(number, body, say) {
    this.number = number;
    this.say = say;
    this.creditBytes = Number(body.readBigUInt64LE(0));
    this.creditFrames = body.readUInt32LE(8);
    this.payloadBytes = body.readUInt32LE(12);
    const storage = body[16];
    const slots = [body.readUInt16LE(18), body.readUInt16LE(20), body.readUInt32LE(24)];
    const reserved = body[17] | body.readUInt16LE(22) | body.readUInt32LE(28);
    const contradicts =
      storage === 0 ? slots.some((one) => one !== 0) : slots[1] < this.creditFrames;
    if (this.creditBytes < 1 || this.creditFrames < 1 || this.payloadBytes > MOST)
      throw new ChannelFault('BODY');
    if (storage > 2 || reserved !== 0 || contradicts) throw new ChannelFault('BODY');
    if (storage !== 0)
      this.drop(SESSION_FAULT.SLOT); // we were given no slots
    else say(OPEN, number, 0);
  }

  drop(code) {
    this.state = 'dropped';
    this.waiting = [];
    if (code !== undefined) this.say(ERROR, this.number, code);
  }

  take(frame) {
    if (this.state === 'dropped') return;
    if (frame.kind === OPEN) throw new ChannelFault('ORDER');
    if (frame.kind === ERROR) this.drop();
    else if (frame.kind === CANCEL && this.state !== 'ended') {
      this.drop();
      this.say(END, this.number, this.sent.frames);
    } else if (frame.kind === DATA) this.data(frame);
    else if (frame.kind === CREDIT) this.credit(frame.body);
    else if (frame.kind === ACK) this.ack(frame.sequence);
    else if (frame.kind === END) this.end(frame.sequence);
    this.advance();
  }

  data({ sequence, flags, body }) {
    if (this.state !== 'open') throw new SessionFault('AFTER_END');
    if (sequence !== this.received.frames >>> 0) throw new SessionFault('SEQUENCE');
    if (flags !== 0) throw new SessionFault('SLOT');
    if (body.length > this.payloadBytes) throw new SessionFault('SIZE');
    const bytes = this.received.bytes - this.told.bytes;
    const frames = this.received.frames - this.told.frames;
    // One frame larger than the credit may travel alone.
    if (frames > 0 && (bytes + body.length > this.creditBytes || frames + 1 > this.creditFrames))
      throw new SessionFault('CREDIT_OVERRUN');
    add(this.received, body.length);
    this.waiting.push(body);
  }

  credit(body) {
    const bytes = Number(body.readBigUInt64LE(0));
    const frames = Number(body.readBigUInt64LE(8));
    const shrinks = bytes < this.releasedByHost.bytes || frames < this.releasedByHost.frames;
    if (shrinks || bytes > this.sent.bytes || frames > this.sent.frames)
      throw new SessionFault('CREDIT_TOTALS');
    this.releasedByHost = { bytes, frames };
  }

  ack(total) {
    const grown = (total - this.acked) >>> 0; // totals are sent modulo 2^32
    if (this.acked + grown > this.sent.frames) throw new SessionFault('ACK_TOTAL');
    this.acked += grown;
  }

  end(count) {
    if (this.state !== 'open') throw new SessionFault('AFTER_END');
    if (count !== this.received.frames >>> 0) throw new SessionFault('END_COUNT');
    this.state = 'draining';
  }

  /** Echoes what the host's credit allows. A payload that is on its way has released its input. */
  advance() {
    while (this.waiting.length > 0 && this.maySend(this.waiting[0].length)) {
      const payload = this.waiting.shift();
      this.say(DATA, this.number, this.sent.frames, payload);
      add(this.sent, payload.length);
      add(this.done, payload.length);
      this.report();
    }
    if (this.state !== 'draining' || this.waiting.length > 0) return;
    this.state = 'ended';
    this.say(END, this.number, this.sent.frames);
  }

  maySend(length) {
    const bytes = this.sent.bytes - this.releasedByHost.bytes;
    const frames = this.sent.frames - this.releasedByHost.frames;
    return frames === 0 || (bytes + length <= this.creditBytes && frames + 1 <= this.creditFrames);
  }

  report() {
    const bytes = this.done.bytes - this.told.bytes;
    const frames = this.done.frames - this.told.frames;
    const isDue = 2 * bytes >= this.creditBytes || 2 * frames >= this.creditFrames;
    if (!isDue && bytes + this.payloadBytes <= this.creditBytes) return;
    this.told = { ...this.done };
    const body = Buffer.alloc(16);
    body.writeBigUInt64LE(BigInt(this.done.bytes), 0);
    body.writeBigUInt64LE(BigInt(this.done.frames), 8);
    this.say(CREDIT, this.number, 0, body);
  }
}

function add(totals, bytes) {
  totals.bytes += bytes;
  totals.frames += 1;
}

/** Whole frames out of a stream that is split anywhere. */
class Frames {
  chunks = [];
  bytes = 0;

  *push(chunk) {
    this.chunks.push(chunk);
    this.bytes += chunk.length;
    for (;;) {
      if (this.bytes < HEADER) return;
      // What a header needs lies in the first chunk, or the chunks are small.
      if (this.chunks[0].length < HEADER) this.join();
      const total = HEADER + bodyBytes(this.chunks[0]);
      if (this.bytes < total) return;
      if (this.chunks[0].length < total) this.join();
      const frame = this.chunks[0].subarray(0, total);
      this.chunks[0] = this.chunks[0].subarray(total);
      this.bytes -= total;
      if (this.chunks[0].length === 0) this.chunks.shift();
      yield {
        kind: frame[4],
        flags: frame[5],
        session: frame.readUInt32LE(8),
        sequence: frame.readUInt32LE(12),
        body: frame.subarray(HEADER),
      };
    }
  }

  join() {
    this.chunks = [Buffer.concat(this.chunks)];
  }
}

/** Of several faults the one with the smallest code. */
function bodyBytes(header) {
  const length = header.readUInt32LE(0);
  const kind = header[4];
  const flags = header[5];
  const known = LENGTHS[kind];
  if (length > MOST || (typeof known === 'number' && length !== known))
    throw new ChannelFault('LENGTH');
  if (kind === ERROR && length > 256) throw new ChannelFault('LENGTH');
  if (known === undefined) throw new ChannelFault('KIND');
  const hasSlot = header.readUInt16LE(6) !== 0;
  if (flags > 1 || (flags === 1 && kind !== DATA) || (flags === 0 && hasSlot))
    throw new ChannelFault('FLAGS');
  return flags === 1 ? 0 : length;
}

function serve(input, output, token) {
  const frames = new Frames();
  const sessions = new Map();
  let isGreeted = false;

  /** Buffers of one turn go out in one write; a stream that is full keeps them, and reading goes on. */
  const say = (kind, session, sequence, body) => {
    const header = Buffer.alloc(HEADER);
    header.writeUInt32LE(body?.length ?? 0, 0);
    header[4] = kind;
    header.writeUInt32LE(session, 8);
    header.writeUInt32LE(sequence >>> 0, 12);
    output.write(header);
    if (body !== undefined && body.length > 0) output.write(body);
  };

  const greet = ({ session, sequence, body }) => {
    if (session !== 0 || sequence !== 0) throw new ChannelFault('BODY');
    if (body.readUInt32LE(0) !== 0x4f484345) throw new ChannelFault('MAGIC');
    if (body.readUInt16LE(4) !== 1) throw new ChannelFault('VERSION');
    if (!body.subarray(8, 24).equals(token)) throw new ChannelFault('TOKEN');
    isGreeted = true;
  };

  const handle = (frame) => {
    if ((frame.kind === HELLO) === isGreeted) throw new ChannelFault('ORDER');
    if (!isGreeted) return greet(frame);
    if (frame.session === 0 && frame.kind === ERROR) return output.end();
    if (frame.session === 0) throw new ChannelFault('SESSION');
    const session = sessions.get(frame.session);
    if (session === undefined && frame.kind !== OPEN) throw new ChannelFault('SESSION');
    if (session === undefined) {
      if (frame.sequence !== 0) throw new ChannelFault('BODY');
      sessions.set(frame.session, new Session(frame.session, frame.body, say));
      return;
    }
    try {
      session.take(frame);
    } catch (error) {
      if (!(error instanceof SessionFault)) throw error;
      session.drop(error.code);
    }
  };

  const hello = Buffer.alloc(32);
  hello.writeUInt32LE(0x4f484345, 0);
  hello.writeUInt16LE(1, 4);
  token.copy(hello, 8);
  hello.writeUInt32LE(MOST, 24);
  say(HELLO, 0, 0, hello);

  const take = (chunk) => {
    output.cork?.();
    try {
      for (const frame of frames.push(chunk)) handle(frame);
    } catch (error) {
      if (!(error instanceof ChannelFault)) throw error;
      say(ERROR, 0, error.code);
      input.off('data', take); // what still comes is read and dropped, so that the ERROR arrives
      input.resume();
      output.end();
    }
    output.uncork?.();
  };
  input.on('data', take);
  input.on('end', () => output.end());
  for (const stream of [input, output]) stream.on('error', () => process.exit(0));
  input.on('close', () => process.exit(0));
}

function option(name) {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}

function readToken() {
  const file = option('--token-file');
  if (file !== undefined) return Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
  const token = Buffer.alloc(16);
  readSync(Number(option('--token-fd')), token);
  return token;
}

function listen(place, token) {
  const server = createServer({ noDelay: true }, (socket) => {
    server.close();
    serve(socket, socket, token);
  });
  server.listen(place);
  // A host that is gone before it connects closes our standard input, if that is a pipe.
  const input = fstatSync(0);
  if (input.isFIFO() || input.isSocket())
    process.stdin.on('end', () => server.listening && process.exit(3)).resume();
}

const token = readToken();
const [host, port] = (option('--tcp') ?? '').split(/:(?=\d+$)/);
if (process.argv.includes('--stdio')) serve(process.stdin, process.stdout, token);
else if (port !== undefined) listen({ host, port: Number(port) }, token);
else if (option('--socket') !== undefined) listen({ path: option('--socket') }, token);
else {
  const socket = new Socket({ fd: Number(option('--fd')) });
  serve(socket, socket, token);
}
