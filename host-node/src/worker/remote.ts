// A worker that somebody else has started: in a container, in a network namespace, on another device. Its place and token, and
// its channel as a trial uses it. It starts and ends no process.
import { readFileSync } from 'node:fs';
import { lookup } from 'node:dns/promises';
import { connect, isIP } from 'node:net';

import type { WorkerExit } from '../../../kernel/api/run/results.ts';
import type { Lane } from '../../../kernel/api/trial/lane.ts';
import { WorkerError } from '../../../kernel/api/trial/worker-error.ts';
import { missingError, reasonOf, usageError } from '../errors.ts';
import { connectTo } from '../lane/endpoint.ts';
import type { Driver } from '../lane/endpoint.ts';

/** As it travels to a trial host. */
export interface WorkerPlace {
  /** A numeric address. */
  readonly host: string;
  readonly port: number;
  /** 32 hexadecimal digits. */
  readonly token: string;
}

const HIGHEST_PORT = 65_535;
const GREETING_TIMEOUT_MS = 5_000;
const HEADER_BYTES = 16;
const HELLO_BYTES = HEADER_BYTES + 32;
const TOKEN_AT = HEADER_BYTES + 8;

/** `HOST:PORT`, an IPv6 address in brackets, and a file with the token. */
export async function findPlace(place: string, tokenFile: string): Promise<WorkerPlace> {
  const match = /^(?:\[([^\]]+)\]|([^:]+)):(\d+)$/.exec(place);
  const [, bracketed, plain] = match ?? [];
  const name = bracketed ?? plain ?? '';
  const port = Number(match?.[3]);
  if (name === '' || !(port >= 1 && port <= HIGHEST_PORT))
    throw badOption('--connect', `--connect cannot be "${place}"`, 'give it HOST:PORT');
  const token = readToken(tokenFile);
  return { host: await addressOf(name, place), port, token };
}

function readToken(file: string): string {
  const text = textOf(file).trim();
  if (/^[0-9a-f]{32}$/i.test(text)) return text;
  throw badOption(
    '--token-file',
    `${file} holds no token`,
    'it has 32 hexadecimal digits: openssl rand -hex 16',
  );
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw badOption('--token-file', `cannot read ${file} (${reasonOf(error)})`, 'name the file');
  }
}

async function addressOf(name: string, place: string): Promise<string> {
  if (isIP(name) !== 0) return name;
  try {
    return (await lookup(name)).address;
  } catch (error) {
    throw noWorker(place, reasonOf(error));
  }
}

/** Says HELLO once, so that a wrong address or token ends the run before it begins. */
export async function requireGreeting(place: WorkerPlace, shown: string): Promise<void> {
  const why = await greet(place);
  if (why !== null) throw noWorker(shown, why);
}

/** Null when the worker answered with this token. */
function greet({ host, port, token }: WorkerPlace): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, noDelay: true });
    let received = Buffer.alloc(0);
    const end = (why: string | null): void => {
      socket.destroy();
      resolve(why);
    };
    socket.setTimeout(GREETING_TIMEOUT_MS, () => {
      end(`nothing came for ${GREETING_TIMEOUT_MS / 1000} s`);
    });
    socket.once('connect', () => socket.write(hello(token)));
    socket.once('error', (error) => {
      end(reasonOf(error));
    });
    socket.once('end', () => {
      end('it closed the connection before its HELLO');
    });
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length >= HELLO_BYTES) end(tokenFault(received, token));
    });
  });
}

const tokenFault = (received: Buffer, token: string): string | null =>
  received.toString('hex', TOKEN_AT, TOKEN_AT + token.length / 2) === token.toLowerCase()
    ? null
    : 'its HELLO has another token';

/** docs/protocol.md sections 1 and 2. */
function hello(token: string): Buffer {
  const frame = Buffer.alloc(HELLO_BYTES);
  frame.writeUInt32LE(HELLO_BYTES - HEADER_BYTES, 0);
  frame.writeUInt8(1, 4);
  frame.writeUInt32LE(0x4f484345, HEADER_BYTES);
  frame.writeUInt16LE(1, HEADER_BYTES + 4);
  frame.write(token, TOKEN_AT, 'hex');
  frame.writeUInt32LE(16_777_216, HEADER_BYTES + 24);
  return frame;
}

export class RemoteWorker {
  readonly token: Uint8Array;
  readonly lane: Lane;
  readonly pid = null;
  readonly unread = 'the process of a worker that somebody else has started is not read';

  private constructor(token: string, lane: Lane) {
    this.token = new Uint8Array(Buffer.from(token, 'hex'));
    this.lane = lane;
  }

  static async connect({ host, port, token }: WorkerPlace, driver: Driver): Promise<RemoteWorker> {
    try {
      return new RemoteWorker(token, await connectTo(driver, host, port));
    } catch (error) {
      throw new WorkerError('WORKER_CONNECT', `no connection to the worker (${reasonOf(error)})`);
    }
  }

  /** Its channel ends; its process is not ours. */
  kill(): void {
    this.lane.close();
  }

  exit(): Promise<WorkerExit> {
    return Promise.resolve({ code: 0, signal: null });
  }

  stderr(): string {
    return '';
  }
}

const badOption = (subject: string, what: string, next: string): Error =>
  usageError('BAD_OPTION', subject, what, next);

const noWorker = (place: string, why: string): Error =>
  missingError(
    'NO_WORKER',
    place,
    `no worker answers at ${place} (${why})`,
    'start one there that listens on --tcp and goes on listening (docs/workers.md), with the same token',
  );
