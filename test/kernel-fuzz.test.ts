// Thirty seconds of `npm run fuzz:kernel` on both release builds, with a fixed seed: the long run is done by hand.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('fuzz/kernel.mjs', import.meta.url));

function fuzz(...args: string[]): { status: number | null; stdout: string } {
  const done = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  return { status: done.status, stdout: done.stdout + done.stderr };
}

test.each(['kernel.wasm', 'kernel.scalar.wasm'])(
  'no random call of %s traps, hangs or answers NaN',
  (build) => {
    const { status, stdout } = fuzz('--seconds', '15', '--seed', '20260929', '--build', build);
    expect(stdout).toContain('seed 20260929');
    expect([status, stdout]).toEqual([0, expect.stringMatching(/no trap, no hang, no NaN/)]);
  },
);

test('the fuzzer fails a kernel that traps', () => {
  // The debug build with a plan of the command's module is no kernel: its exports are missing, which the fuzzer reports with its seed.
  const { status, stdout } = fuzz('--seconds', '2', '--seed', '5', '--build', 'stats.command.wasm');
  expect([status, stdout]).toEqual([
    1,
    expect.stringMatching(/^seed 5[\s\S]*seed 5: trap or error/),
  ]);
});
