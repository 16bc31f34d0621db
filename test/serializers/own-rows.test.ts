// Rows and data of the user's own, from the command line: measured like ours, checked by rule, and refused by name.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

import { checkRows } from '../../host-node/src/serializers/check-rows.ts';
import { RestartableRows } from '../../host-node/src/serializers/driver.ts';
import { cellsOf } from '../../host-node/src/serializers/plan.ts';
import { RowProcess } from '../../host-node/src/serializers/row-channel.ts';
import { completeRow } from '../../viz/rows/own.ts';
import { runCli } from '../fixtures/cli.ts';
import { fakeRows } from '../fixtures/fake-rows.ts';

const examples = resolve(import.meta.dirname, '../../examples/rows');
const base = mkdtempSync(join(tmpdir(), 'echometer-own-'));
afterAll(() => {
  rmSync(base, { recursive: true, force: true });
});

const file = (name: string, text: string): string => {
  const path = join(base, name);
  writeFileSync(path, text);
  return path;
};
const RUN = ['run', 'serializers', '--run-mode', 'smoke', '--mode', 'bytes'];
const order = file('order.json', '{"id": 7, "tags": ["a", "b"], "deep": {"n": 1.5, "u": null}}');
const program = join(examples, 'rows.sh');

describe('own rows and an own value', () => {
  const out = join(base, 'run');

  test('are measured with ours, in JavaScript, in Python and by command', async () => {
    const { exit, stdout } = await runCli([
      ...RUN,
      ...['--serializer', 'indent,copy,avsc,pickle', '--data', `message,${order}`],
      ...['--rows', ['lines.mjs', 'lines.py'].map((name) => join(examples, name)).join(',')],
      ...['--rows-command', program, '--out', out],
    ]);
    expect(exit, stdout).toBe(0);
    expect(stdout).toMatch(/javascript: 2 of 2 rows measured/);
    expect(stdout).toMatch(/python: 2 of 2 rows measured/);
    expect(stdout).toMatch(/command: 1 of 1 rows measured/);
    expect(stdout).toContain('order: needs a schema for avsc');
    const page = readFileSync(join(out, 'results.md'), 'utf8');
    for (const name of [
      'JSON (indent=2):1.0',
      'json (indent=2):1.0',
      'copy:1',
      'Order · 1 instance',
    ])
      expect(page).toContain(name);
    expect((await runCli(['verify', out])).exit).toBe(0);
  }, 120_000);

  test('are named in the plan by their hashes, without a path', () => {
    const text = readFileSync(join(out, 'serializers.json'), 'utf8');
    const { own } = JSON.parse(text) as { own: { rows: { name: string }[] } };
    expect(own.rows.map(({ name }) => name)).toEqual(['lines.mjs', 'lines.py']);
    expect(text).not.toContain(base);
    expect(text).not.toContain(examples);
  });

  test('must be given again, unchanged, to a resumed run', async () => {
    const { exit, stderr } = await runCli(['run', 'serializers', '--resume', out]);
    expect([exit, stderr.includes('[OWN_DIFFERS]')]).toEqual([2, true]);
  }, 60_000);
});

describe('an own row', () => {
  test('whose file ends the process at import costs the others nothing but is named', async () => {
    const rows = file('crash.mjs', 'process.exit(9);\n');
    const { exit, stdout } = await runCli([
      ...[...RUN, '--serializer', 'pbf', '--data', 'message', '--language', 'javascript'],
      ...['--rows', rows, '--out', join(base, 'crash')],
    ]);
    expect([exit, stdout.includes('javascript: 1 of 2 rows measured')]).toEqual([1, true]);
    expect(stdout).toContain('crash.mjs: broken (the process of rows ended (code 9))');
  }, 120_000);

  test('that crashes at its load is broken, and the others are measured', async () => {
    const rows = file(
      'load.mjs',
      `const row = { format: 'X', kind: 'text' };
      export const rows = [{ ...row, id: 'dies', load: () => process.exit(9) }];\n`,
    );
    const { exit, stdout } = await runCli([
      ...[...RUN, '--serializer', 'pbf,dies', '--data', 'message', '--language', 'javascript'],
      ...['--rows', rows, '--out', join(base, 'load')],
    ]);
    expect([exit, stdout.includes('javascript: 1 of 2 rows measured')]).toEqual([1, true]);
    expect(stdout).toContain('dies: broken (the process of rows ended (code 9))');
  }, 120_000);

  test.each([
    [{}, /"id" must be a text/],
    [{ id: 'a,b' }, /"id" must be a text/],
    [{ id: 'a', format: 'X', kind: 'fast' }, /row "a": "kind" must be one of text, binary/],
    [{ id: 'a', format: 'X', kind: 'text' }, /row "a": "load" must be a function/],
  ])('that lacks a field is refused by its name: %j', (value, words) => {
    expect(() => completeRow(value, 'mine.mjs')).toThrow(words);
  });

  test.each([
    ['--data', 'no/such.json', 'BAD_DATA'],
    ['--rows', 'no-such.mjs', 'BAD_ROWS'],
    ['--data', file('broken.json', '{'), 'BAD_DATA'],
    ['--data', file('message.json', '{}'), 'BAD_DATA'],
  ])(
    '%s %s is refused before anything is measured',
    async (option, path, code) => {
      const { exit, stderr } = await runCli([...RUN, option, path, '--out', join(base, 'none')]);
      expect([exit, stderr.includes(`[${code}]`)]).toEqual([2, true]);
    },
    60_000,
  );
});

describe('check-rows', () => {
  test('takes the examples', async () => {
    const files = ['lines.mjs', 'lines.py'].map((name) => join(examples, name));
    const { exit, stdout } = await runCli(['check-rows', ...files, '--rows-command', program]);
    expect([exit, stdout.split('\n').filter((line) => line.startsWith('ok')).length]).toEqual([
      0, 3,
    ]);
  }, 120_000);

  test('names the rule that a row breaks, and goes on with the next', async () => {
    const ids = ['good', 'hasty', 'small', 'wrong', 'bad', 'crash', 'loud', 'hang', 'last'];
    const rows = new RestartableRows(() => new RowProcess(fakeRows(ids), 2000));
    const checks = await checkRows({
      rows,
      // The fakes give one output for every input, which a value of the user's cannot show.
      cells: cellsOf(['message'])
        .slice(0, 1)
        .map((cell) => ({ ...cell, text: '{}' })),
      fixtureText: () => '{}',
      isOwn: () => true,
    });
    await rows.close();
    const found = Object.fromEntries(checks.map(({ row, faults }) => [row, faults.join('; ')]));
    expect(found).toMatchObject({ good: '', last: '' });
    expect(found['hasty']).toMatch(/^message@n=1: says that the call took/);
    expect(found['small']).toMatch(/^message@n=1: says 1 bytes; its output has 9/);
    expect(found['wrong']).toMatch(/^message@n=1: it, broke/);
    expect(found['bad']).toMatch(/^message@n=1: the process of rows ended \(code 3\)/);
    expect(found['crash']).toMatch(/^probe: the process of rows ended \(code 9\)/);
    expect(found['loud']).toMatch(/^probe: it prints "hello from loud"/);
    expect(found['hang']).toMatch(/^probe: the process of rows gave no answer within 2 s/);
  }, 60_000);
});
