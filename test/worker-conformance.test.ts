// What docs/protocol.md section 8 asks of a worker: ours passes on every lane, and each way of misbehaving is found out by name.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHECKS, PAUSED_PLANS, sessionPlan } from '../host-node/src/conformance/checks.ts';
import { judge } from '../host-node/src/conformance/driver.ts';
import { CHECKED_LANES } from '../host-node/src/conformance/running.ts';
import type { Trial } from '../host-node/src/conformance/running.ts';
import type { SessionPlan } from '../host-node/src/conformance/session.ts';
import { runCli } from './fixtures/cli.ts';
import { PATIENCE_MS } from './fixtures/until.ts';

const ROOT = join(import.meta.dirname, '..');
const PYTHON = process.env['PYTHON'] ?? 'python3';
const BOOT = `import sys; sys.path.insert(0, ${JSON.stringify(join(ROOT, 'python'))}); from echometer_worker.__main__ import main; sys.exit(main(sys.argv[1:]))`;
const OURS = [PYTHON, '-I', '-S', '-c', BOOT];
const MISBEHAVE = join(ROOT, 'test/fixtures/workers/misbehave.py');
const AT_LAST = 23;
/** Where silence is what a test waits for, it need not wait long: a slow worker is silent, too. */
const SHORT_SILENCE_MS = 4_000;

describe.each(CHECKED_LANES)('our worker on lane %s', (lane) => {
  it.for(CHECKS.map((check) => [check.says, check] as const))('%s', async ([, check]) => {
    expect(await check.run({ command: OURS, lane, silenceMs: PATIENCE_MS })).toBeNull();
  });
});

describe('a worker that misbehaves is found out', () => {
  const run = (
    fault: string,
    plans: readonly SessionPlan[],
    at: number,
    trial: Partial<Trial> = {},
  ): ReturnType<typeof judge> => {
    const command = [PYTHON, MISBEHAVE, '--fault', fault, '--at', String(at)];
    return judge({ command, lane: 'socket', silenceMs: PATIENCE_MS, ...trial }, plans);
  };
  const cases: [string, string, number?, (readonly SessionPlan[])?][] = [
    ['flip-byte', 'MISMATCH'],
    ['flip-boundary', 'MISMATCH', 10, [sessionPlan(1, { payloadBytes: 70_000 })]],
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
    ['ignore-credit', 'CREDIT_OVERRUN', 0, PAUSED_PLANS],
    ['under-send', 'STALLED', 0, PAUSED_PLANS],
  ];
  it.concurrent.for(cases)(
    '%s is %s',
    async ([fault, code, at = 10, plans = [sessionPlan(1)]], { expect }) => {
      const silence = code === 'STALLED' ? { silenceMs: SHORT_SILENCE_MS } : {};
      expect((await run(fault, plans, at, silence)).code).toBe(code);
    },
  );

  it('one that breaks no rule is not accused', async () => {
    expect((await run('none', [sessionPlan(1)], 0)).code).toBe('OK');
    expect((await run('none', PAUSED_PLANS, 0)).code).toBe('OK');
  });

  it('one that does not start is named with what it said', async () => {
    const command = [PYTHON, '-c', 'import sys; sys.exit("no luck")'];
    const verdict = await run('none', [sessionPlan(1)], 0, { command });
    expect(verdict).toMatchObject({ code: 'EXIT' });
    expect(verdict.text).toBe('it ended before it listened (exit code 1: no luck)');
  });
});

describe('echometer check-worker', () => {
  const check = (command: string, ...more: string[]): ReturnType<typeof runCli> =>
    runCli(['check-worker', command, ...more]);
  const misbehaving = (fault: string): string => `${PYTHON} -I -S "${MISBEHAVE}" --fault ${fault}`;

  it.each([
    ['flip-byte', 'broken  echoes payloads of 512 bytes: MISMATCH, session 1: echo'],
    ['no-credit', 'broken  echoes payloads of 512 bytes: STALLED, nothing came for 1 s'],
    ['wrong-token', 'broken  echoes payloads of 512 bytes: TOKEN'],
  ])('names what %s breaks', async (fault, line) => {
    const { exit, stdout } = await check(misbehaving(fault), '--timeout', '1');
    expect(exit).toBe(1);
    expect(stdout).toContain(line);
    expect(stdout).toContain(`${CHECKS.length - 1} further checks were not tried`);
    expect(stdout).toContain('It cannot be measured on lane socket');
  });

  it('tells a worker that can be measured from one that conforms', async () => {
    const plain = join(ROOT, 'test/fixtures/workers/plain_echo.py');
    const { exit, stdout } = await check(`${PYTHON} ${plain}`, '--timeout', '1', '--json');
    expect(exit).toBe(1);
    const outcomes = JSON.parse(stdout) as { part: string; state: string; rule?: string }[];
    expect(outcomes).toHaveLength(CHECKS.length);
    for (const { part, state, rule } of outcomes)
      expect([part, state, rule]).toEqual(
        part === 'measured' ? [part, 'ok', undefined] : [part, 'broken', 'UNANSWERED'],
      );
  });

  it('refuses a program that is not there', async () => {
    const { exit, stderr } = await check('nosuch --fast');
    expect([exit, stderr.includes('[NO_WORKER]')]).toEqual([3, true]);
  });
});
