// A minute of `npm run fuzz` with a fixed seed: the long run is done by hand.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('fuzz/hostile.mjs', import.meta.url));

test('no hostile input of eight kinds is a bug, a crash, a hang or a silent loss', () => {
  const args = [script, '--seconds', '60', '--seed', '20261201'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect([status, stdout + stderr]).toEqual([
    0,
    expect.stringContaining('every outcome is a value or an error with a code'),
  ]);
  expect(stdout.match(/ tried: /g)).toHaveLength(8);
});
