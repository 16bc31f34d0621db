// What docs/protocol.md section 8 asks of a worker: it passes, and each way of misbehaving is found out by name.
// WORKER_CMD (words separated by spaces) puts another program to the first two tests.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  judge,
  provoke,
  SHORT_SILENCE_MS,
  type Provocation,
} from './fixtures/conformance/driver.ts';
import {
  KIND,
  creditBody,
  encode,
  helloBody,
  openBody,
  payloadOf,
} from './fixtures/conformance/frames.ts';
import type { SessionPlan } from './fixtures/conformance/session.ts';

const ROOT = join(import.meta.dirname, '..');
const PYTHON = process.env['PYTHON'] ?? 'python3';
const BOOT = `import sys; sys.path.insert(0, ${JSON.stringify(join(ROOT, 'python'))}); from echometer_worker.__main__ import main; sys.exit(main(sys.argv[1:]))`;
const OURS = [PYTHON, '-I', '-S', '-c', BOOT];
const WORKER = process.env['WORKER_CMD']?.split(' ') ?? OURS;
const FRAMES = 24;
const AT_LAST = FRAMES - 1;

function plan(session: number, changes: Partial<SessionPlan> = {}): SessionPlan {
  const payloadBytes = changes.payloadBytes ?? 512;
  const creditFrames = changes.creditFrames ?? 4;
  const creditBytes = Math.max(65_536, payloadBytes * creditFrames);
  const terms = { payloadBytes, creditFrames, creditBytes };
  return { session, frames: FRAMES, ackEvery: 3, paused: false, ...terms, ...changes };
}

const PAUSED = [plan(1, { paused: true }), plan(2)];

describe('a conforming worker', () => {
  it.for([0, 1, 512, 65_535, 65_536, 65_537, 1_048_576, 16_777_216])(
    'echoes payloads of %i bytes',
    async (payloadBytes) => {
      const frames = payloadBytes > 1_048_576 ? 3 : FRAMES;
      const verdict = await judge(WORKER, [plan(1, { payloadBytes, frames })]);
      expect(verdict).toEqual({ code: 'OK', session: 0, text: '' });
    },
  );

  it('echoes one frame larger than the credit when nothing is outstanding', async () => {
    const large = plan(1, { payloadBytes: 100_000, creditBytes: 65_536 });
    expect((await judge(WORKER, [large])).code).toBe('OK');
  });

  it('carries sixteen sessions on one channel', async () => {
    const plans = Array.from({ length: 16 }, (_, at) => plan(at + 5, { payloadBytes: 64 * at }));
    expect((await judge(WORKER, plans)).code).toBe('OK');
  });

  it('uses its whole credit while the host is paused, and no more, and serves the others', async () => {
    expect((await judge(WORKER, PAUSED)).code).toBe('OK');
  });
});

describe('a conforming worker names what a host breaks', () => {
  const data = (sequence: number, bytes: number): Buffer =>
    encode(KIND.data, 1, sequence, payloadOf(1, sequence, bytes));
  const spoiltHello = (at: number, value: number) => (token: Buffer) => {
    const hello = helloBody(token);
    hello[at] = value;
    return { hello, opens: false, bytes: Buffer.alloc(0) };
  };
  const opened = (bytes: Buffer) => (): Provocation => ({ opens: true, bytes });
  const header = (at: number, value: number): Buffer => {
    const frame = encode(KIND.end, 1, 0);
    frame[at] = value;
    return frame;
  };
  const noFrames = openBody({ creditBytes: 1, creditFrames: 0, payloadBytes: 1 });
  const cases: [string, number, number, (token: Buffer) => Provocation][] = [
    ['LENGTH', 0, 1, opened(header(3, 255))],
    ['KIND', 0, 2, opened(header(4, 99))],
    ['FLAGS', 0, 3, opened(header(5, 2))],
    ['MAGIC', 0, 4, spoiltHello(0, 0)],
    ['VERSION', 0, 5, spoiltHello(4, 2)],
    ['TOKEN', 0, 6, (token) => spoiltHello(8, ~(token[8] ?? 0))(token)],
    ['ORDER', 0, 8, opened(encode(KIND.open, 1, 0, openBody(plan(1))))],
    ['SESSION', 0, 9, opened(encode(KIND.ack, 2, 0))],
    ['BODY', 0, 10, opened(encode(KIND.open, 2, 0, noFrames))],
    [
      'CREDIT_OVERRUN',
      1,
      32,
      opened(Buffer.concat(Array.from({ length: 40 }, (_, at) => data(at, 1_024)))),
    ],
    ['SEQUENCE', 1, 33, opened(data(1, 8))],
    ['SIZE', 1, 35, opened(data(0, 1_025))],
    ['CREDIT_TOTALS', 1, 37, opened(encode(KIND.credit, 1, 0, creditBody(1, 1)))],
    ['END_COUNT', 1, 38, opened(encode(KIND.end, 1, 1))],
    ['AFTER_END', 1, 39, opened(Buffer.concat([encode(KIND.end, 1, 0), data(0, 8)]))],
    ['ACK_TOTAL', 1, 42, opened(encode(KIND.ack, 1, 1))],
  ];
  it.for(cases)(
    'answers %s on session %i with code %i',
    async ([, session, fault, provocation]) => {
      expect(await provoke(WORKER, provocation)).toEqual({ session, fault });
    },
  );
});

describe('a worker that misbehaves is found out', () => {
  const misbehave = join(ROOT, 'test/fixtures/workers/misbehave.py');
  const run = (
    fault: string,
    plans: readonly SessionPlan[],
    at: number,
    silenceMs?: number,
  ): ReturnType<typeof judge> =>
    judge([PYTHON, misbehave, '--fault', fault, '--at', String(at)], plans, silenceMs);
  const cases: [string, string, number?, (readonly SessionPlan[])?][] = [
    ['flip-byte', 'MISMATCH'],
    ['flip-boundary', 'MISMATCH', 10, [plan(1, { payloadBytes: 70_000 })]],
    ['stale', 'MISMATCH'],
    ['swap-frames', 'SEQUENCE'],
    ['swap-payloads', 'MISMATCH'],
    ['duplicate', 'SEQUENCE'],
    ['skip', 'SEQUENCE'],
    ['unsolicited', 'UNSOLICITED', AT_LAST],
    ['overrun', 'UNSOLICITED', AT_LAST],
    ['wrong-sequence', 'SEQUENCE'],
    ['short', 'SIZE'],
    ['long', 'SIZE'],
    ['wrong-session', 'SESSION'],
    ['slot-inline', 'SLOT'],
    ['length-4gib', 'LENGTH'],
    ['kind', 'KIND'],
    ['flags', 'FLAGS'],
    ['garbage', 'LENGTH'],
    ['second-hello', 'ORDER'],
    ['ack-to-host', 'ORDER'],
    ['error-session', 'PEER'],
    ['error-channel', 'PEER'],
    ['credit-above', 'CREDIT_TOTALS'],
    ['credit-shrinks', 'CREDIT_TOTALS'],
    ['no-credit', 'STALLED'],
    ['no-end', 'STALLED'],
    ['no-hello', 'ORDER'],
    ['no-open', 'STALLED'],
    ['end-count', 'END_COUNT'],
    ['wrong-magic', 'MAGIC'],
    ['other-version', 'VERSION'],
    ['wrong-token', 'TOKEN'],
    ['never-answer', 'STALLED'],
    ['never-read', 'STALLED'],
    ['die', 'TRUNCATED'],
    ['die-mid-frame', 'TRUNCATED'],
    ['ignore-credit', 'CREDIT_OVERRUN', 0, PAUSED],
    ['under-send', 'STALLED', 0, PAUSED],
  ];
  it.concurrent.for(cases)(
    '%s is %s',
    async ([fault, code, at = 10, plans = [plan(1)]], { expect }) => {
      const silenceMs = code === 'STALLED' ? SHORT_SILENCE_MS : undefined;
      expect((await run(fault, plans, at, silenceMs)).code).toBe(code);
    },
  );

  it('one that breaks no rule is not accused', async () => {
    expect((await run('none', [plan(1)], 0)).code).toBe('OK');
    expect((await run('none', PAUSED, 0)).code).toBe('OK');
  });
});
