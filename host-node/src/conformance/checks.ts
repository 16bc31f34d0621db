// The checks of the conformance test, each a sentence that is true of a worker that passes it (docs/workers.md).
import { judge, provoke } from './driver.ts';
import type { Provocation } from './driver.ts';
import { KIND, creditBody, encode, helloBody, openBody, payloadOf } from './frames.ts';
import type { Trial } from './running.ts';
import type { SessionPlan } from './session.ts';

export interface Check {
  readonly says: string;
  /** What a run needs of a worker; or that it names what a host breaks. */
  readonly part: 'measured' | 'conforming';
  /** Null when it is true; else the rule that was broken and how. */
  readonly run: (trial: Trial) => Promise<Broken | null>;
}

export interface Broken {
  /** A fault of docs/protocol.md section 6, STALLED, EXIT or UNANSWERED. */
  readonly rule: string;
  readonly what: string;
}

const FRAMES = 24;
/** Payloads around the sizes at which readers and writers split. */
const PAYLOADS = [512, 0, 1, 65_535, 65_536, 65_537, 1_048_576, 16_777_216] as const;
const LARGE_BYTES = 1_048_576;
const LARGE_FRAMES = 3;

export function sessionPlan(session: number, changes: Partial<SessionPlan> = {}): SessionPlan {
  const payloadBytes = changes.payloadBytes ?? 512;
  const creditFrames = changes.creditFrames ?? 4;
  const creditBytes = Math.max(65_536, payloadBytes * creditFrames);
  const terms = { payloadBytes, creditFrames, creditBytes };
  return { session, frames: FRAMES, ackEvery: 3, paused: false, ...terms, ...changes };
}

export const PAUSED_PLANS = [sessionPlan(1, { paused: true }), sessionPlan(2)];

const echoes = (says: string, plans: readonly SessionPlan[]): Check => ({
  says,
  part: 'measured',
  run: async (trial) => {
    const { code, session, text } = await judge(trial, plans);
    if (code === 'OK') return null;
    const where = session === 0 ? '' : `session ${session}: `;
    return { rule: code, what: `${where}${text}` };
  },
});

const ECHOES: readonly Check[] = [
  ...PAYLOADS.map((payloadBytes) => {
    const frames = payloadBytes > LARGE_BYTES ? LARGE_FRAMES : FRAMES;
    const bytes = payloadBytes.toLocaleString('en');
    return echoes(`echoes payloads of ${bytes} bytes`, [sessionPlan(1, { payloadBytes, frames })]);
  }),
  echoes('echoes one frame larger than the credit when nothing is outstanding', [
    sessionPlan(1, { payloadBytes: 100_000, creditBytes: 65_536 }),
  ]),
  echoes(
    'carries sixteen sessions on one channel',
    Array.from({ length: 16 }, (_, at) => sessionPlan(at + 5, { payloadBytes: 64 * at })),
  ),
  echoes(
    'uses its whole credit while the host is paused, and no more, and serves the others',
    PAUSED_PLANS,
  ),
];

const data = (sequence: number, bytes: number): Buffer =>
  encode(KIND.data, 1, sequence, payloadOf(1, sequence, bytes));

const spoiltHello =
  (at: number, spoil: (value: number) => number) =>
  (token: Buffer): Provocation => {
    const hello = helloBody(token);
    hello[at] = spoil(hello[at] ?? 0);
    return { hello, opens: false, bytes: Buffer.alloc(0) };
  };

const opened = (bytes: Buffer) => (): Provocation => ({ opens: true, bytes });

function spoiltHeader(at: number, value: number): Buffer {
  const frame = encode(KIND.end, 1, 0);
  frame[at] = value;
  return frame;
}

const NO_FRAMES = openBody({ creditBytes: 1, creditFrames: 0, payloadBytes: 1 });
const FORTY = Buffer.concat(Array.from({ length: 40 }, (_, at) => data(at, 1024)));

/** Name, session and code of the ERROR that must answer, and what we break. */
const PROVOCATIONS: readonly (readonly [string, number, number, (token: Buffer) => Provocation])[] =
  [
    ['LENGTH', 0, 1, opened(spoiltHeader(3, 255))],
    ['KIND', 0, 2, opened(spoiltHeader(4, 99))],
    ['FLAGS', 0, 3, opened(spoiltHeader(5, 2))],
    ['MAGIC', 0, 4, spoiltHello(0, () => 0)],
    ['VERSION', 0, 5, spoiltHello(4, () => 2)],
    ['TOKEN', 0, 6, spoiltHello(8, (value) => ~value)],
    ['ORDER', 0, 8, opened(encode(KIND.open, 1, 0, openBody(sessionPlan(1))))],
    ['SESSION', 0, 9, opened(encode(KIND.ack, 2, 0))],
    ['BODY', 0, 10, opened(encode(KIND.open, 2, 0, NO_FRAMES))],
    ['CREDIT_OVERRUN', 1, 32, opened(FORTY)],
    ['SEQUENCE', 1, 33, opened(data(1, 8))],
    ['SIZE', 1, 35, opened(data(0, 1025))],
    ['CREDIT_TOTALS', 1, 37, opened(encode(KIND.credit, 1, 0, creditBody(1, 1)))],
    ['END_COUNT', 1, 38, opened(encode(KIND.end, 1, 1))],
    ['AFTER_END', 1, 39, opened(Buffer.concat([encode(KIND.end, 1, 0), data(0, 8)]))],
    ['ACK_TOTAL', 1, 42, opened(encode(KIND.ack, 1, 1))],
  ];

const ANSWERS: readonly Check[] = PROVOCATIONS.map(([name, session, fault, provocation]) => ({
  says: `answers ${name} on session ${session} with code ${fault}`,
  part: 'conforming',
  run: async (trial) => {
    const answer = await provoke(trial, provocation);
    if (answer?.session === session && answer.fault === fault) return null;
    const what =
      answer === null ? 'no ERROR came' : `ERROR ${answer.fault} on session ${answer.session} came`;
    return { rule: 'UNANSWERED', what: `${name} was not named: ${what}` };
  },
}));

/** The first one is the simplest: a worker that fails it fails the others for the same reason. */
export const CHECKS: readonly Check[] = [...ECHOES, ...ANSWERS];
