// Serializer runs from the command line to the folder, and what is left when one is killed.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { blockOrder } from '../../kernel/api/logs/schedule.ts';
import type { Surroundings } from '../../host-node/src/command/command.ts';
import { command as runSerializers } from '../../host-node/src/commands/run-serializers.ts';
import { startRows } from '../../host-node/src/serializers/driver.ts';
import {
  ProcessFailure,
  RowFailure,
  RowProcess,
} from '../../host-node/src/serializers/row-channel.ts';
import { openFolder } from '../../host-node/src/results/source.ts';
import { continueWarm, curvesPath } from '../../host-node/src/serializers/warm-resume.ts';
import { runCli } from '../fixtures/cli.ts';
import { workspace } from '../fixtures/log-groups.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const cli = join(root, 'dist/host-node/src/cli.js');
const base = mkdtempSync(join(tmpdir(), 'echometer-serializers-'));
afterAll(() => {
  rmSync(base, { recursive: true, force: true });
});

const quiet: Surroundings = {
  signal: new AbortController().signal,
  progress: () => undefined,
  announce: () => undefined,
  argv: [],
};

const command = (...argv: string[]) => runSerializers.run(runSerializers.parse(argv), quiet);

const RUN = ['--serializer', 'JSON,avsc,pickle', '--data', 'message'];

describe('a smoke run', () => {
  const folder = join(base, 'smoke');
  const logs = () => openFolder(folder).source.logs();

  test('measures every row of both languages and names the others', async () => {
    const { stdout, exit } = await command(...RUN, '--run-mode', 'smoke', '--out', folder);
    expect(exit).toBe(0);
    expect(stdout).toContain('Not for publication');
    expect(stdout).toMatch(/javascript: \d of \d rows measured/);
    expect(stdout).toMatch(/python: \d of \d rows measured/);
  }, 120_000);

  test('writes logs that read without a problem, in both modes', () => {
    const files = logs();
    expect(files.map(({ log }) => log.languages)).toEqual([['javascript'], ['python']]);
    for (const { log } of files) expect(log.problems).toEqual([]);
    const keys = files.flatMap(({ log }) => log.groups.map(({ key }) => key));
    expect(new Set(keys.map(({ mode }) => mode))).toEqual(new Set(['bytes', 'stream']));
    expect(new Set(keys.map(({ typeConfigHash }) => typeConfigHash))).toEqual(
      new Set(['99d1c7fab316']),
    );
  });

  test('spreads the repetitions of every group over two processes', () => {
    for (const { log } of logs())
      for (const group of log.groups) {
        expect([...(group.optional('process') ?? [])].sort()).toEqual([0, 0, 1, 1]);
        expect([...group.series('repetition')].sort()).toEqual([0, 0, 1, 2]);
      }
  });

  test('orders every block as the schedule says', () => {
    for (const { log } of logs()) {
      const path = join(folder, log.file);
      const configs = JSON.parse(readFileSync(path.replace(/\.csv$/, '.configs.json'), 'utf8')) as {
        serializers: { items: { name: string; state: string }[] };
      };
      const ok = configs.serializers.items.filter(({ state }) => state === 'ok').length;
      for (const group of log.groups) {
        const repetitions = group.series('repetition');
        const positions = group.series('schedulePosition');
        const block = (repetition: number) => ({ ...group.key, seed: 42n, repetition });
        const indexes = Array.from({ length: ok }, (_, index) => index);
        const possible = [...repetitions].map((repetition) =>
          blockOrder(workspace, block(repetition), indexes),
        );
        // The row's registered index must be the same in every repetition.
        const registered = possible.map((order, index) => order[positions[index] ?? -1]);
        expect(new Set(registered).size, group.key.serializer).toBe(1);
      }
    }
  });

  test('gives a sidecar with states, fidelity by class and no path or host name', () => {
    const log = join(folder, logs()[0]?.log.file ?? '');
    const text = readFileSync(log.replace(/\.csv$/, '.configs.json'), 'utf8');
    expect(text).toContain('"fidelity"');
    expect(text).not.toContain(root);
    expect(text).not.toContain(base);
  });

  test('is verified, and a changed number is found', async () => {
    expect(await runCli(['verify', folder])).toMatchObject({ exit: 0 });
    const path = join(folder, 'stats.json');
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace(/"outliersRemoved":0/, '"outliersRemoved":1'));
    const { stdout, exit } = await runCli(['verify', folder]);
    writeFileSync(path, text);
    expect([exit, stdout.includes('outliersRemoved')]).toEqual([1, true]);
  });

  test('has a page and a figure a language, and no violin of two points', () => {
    const figures = readdirSync(join(folder, 'figures'));
    expect(figures.sort()).toEqual(['javascript-size-time.svg', 'python-size-time.svg']);
    const page = readFileSync(join(folder, 'results.md'), 'utf8');
    for (const name of figures) expect(page).toContain(`figures/${name}`);
  });
});

describe('a run that is killed', () => {
  const folder = join(base, 'killed');
  const logs = () => openFolder(folder).source.logs();
  const args = ['--run-mode', 'all-single', '--serializer', 'pbf', '--data', 'message'];

  test('keeps whole rows, and --resume finishes it', async () => {
    const child = spawn(
      process.execPath,
      [cli, 'run', 'serializers', ...args, '--language', 'javascript', '--out', folder],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const gone = new Promise((resolve) => child.once('close', resolve));
    // The first word of progress comes after some rows and before the last.
    child.stderr.once('data', () => child.kill('SIGKILL'));
    await gone;
    const [first] = logs();
    if (first === undefined) throw new Error('no log');
    const { log } = first;
    expect(log.rows).toBeGreaterThan(0);
    expect(log.problems.filter(({ code }) => code !== 'TRUNCATED_ROW')).toEqual([]);
    // Without the word: the folder's own plan says what it is.
    const { exit } = await runCli(['run', '--resume', folder]);
    expect(exit).toBe(0);
    const files = logs();
    expect(files.map(({ suite }) => suite).sort()).toEqual(['cold', 'warm']);
    for (const { log: whole } of files) expect(whole.problems).toEqual([]);
  }, 180_000);
});

describe('a warm suite that is killed', () => {
  const log = join(base, 'cut.warm.csv');
  const curve = (round: number, serializer: string, samples: number): string =>
    JSON.stringify({
      ...{ serializer, cell: 'message@n=1', mode: 'bytes', round, place: 0, samples, size: 1 },
      ...{ phasesNs: [1, 2, 3, 4], steady: true, callsPerSample: 1, batches: 1, curve: [[0, 1]] },
      ...{
        startedAt: '2026-11-30T12:00:00.000Z',
        elapsedMs: 1,
        loadAverage: [0, 0],
        stealNs: null,
      },
    });
  const write = (rows: number, curves: readonly string[], tail = ''): void => {
    const lines = Array.from({ length: rows }, (_, index) => `row ${index}\n`);
    writeFileSync(log, `header\n${lines.join('')}${tail}`);
    writeFileSync(curvesPath(log), curves.join('\n'));
  };

  test('goes on after its last whole cell: the rows of one that was cut are gone', () => {
    write(3 + 2 + 1, [curve(0, 'A', 2), curve(1, 'A', 2)], 'ro');
    const { done, rows } = continueWarm(log);
    expect([[...done], rows]).toEqual([['0|A|message@n=1|bytes', '1|A|message@n=1|bytes'], 5]);
    expect(readFileSync(log, 'utf8')).toBe('header\nrow 0\nrow 1\nrow 2\nrow 3\nrow 4\n');
  });

  test('measures a cell again whose rows did not reach the disk', () => {
    write(3, [curve(0, 'A', 2), curve(0, 'B', 2), '{"serializer":"C","ce']);
    const { done, rows } = continueWarm(log);
    expect([[...done], rows]).toEqual([['0|A|message@n=1|bytes'], 3]);
    expect(readFileSync(curvesPath(log), 'utf8').split('\n')).toHaveLength(2);
  });
});

describe('a process of rows', () => {
  test('answers a failing row with its words and goes on', async () => {
    const rows = startRows('javascript', null);
    await expect(rows.ask({ op: 'once', row: 'JSON', key: 'x', mode: 'bytes' })).rejects.toThrow(
      RowFailure,
    );
    expect((await rows.ask({ op: 'hello' })).implementation).toBe('Node.js');
    await rows.close();
  });

  test('that dies is a failure with its last words', async () => {
    const script = 'process.stderr.write("out of luck\\n"); process.exit(7)';
    const rows = new RowProcess(
      { command: [process.execPath, '-e', script], folder: null },
      10_000,
    );
    const asked = rows.ask({ op: 'hello' });
    await expect(asked).rejects.toThrow(ProcessFailure);
    await expect(asked).rejects.toThrow(/code 7.*out of luck/);
  });

  test('that has no row of the name asked for lists the rows it has', async () => {
    const out = join(base, 'no-row');
    const asked = command(...['--run-mode', 'smoke', '--serializer', 'nope', '--out', out]);
    await expect(asked).rejects.toMatchObject({
      code: 'NO_SUCH_ROW',
      outcome: 'usage',
      next: expect.stringMatching(/^choose from JSON, .*avsc.*pickle/) as string,
    });
    expect(readdirSync(out)).toEqual([]);
  });
});
