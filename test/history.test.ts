// Histories: which results are on one line, in which order, where the level changes, and what the newest change is.
import { beforeAll, describe, expect, it } from 'vitest';

import type { Collection } from '../kernel/api/collection/collection.ts';
import { historyOf, type History, type HistoryOptions } from '../kernel/api/compare/history.ts';
import { openWorkspace, type Workspace } from '../host-node/src/kernel/open.ts';
import { readFixtures } from './fixtures/format-files.ts';
import { seriesOf, SHAPES } from './study/change-series.mjs';

const ALL: HistoryOptions = { filter: null, metric: null, thresholdPercent: 0, last: null };

let workspace: Workspace;

beforeAll(async () => {
  workspace = await openWorkspace();
});

const history = (of: readonly Collection[], options: Partial<HistoryOptions> = {}): History =>
  historyOf(
    workspace,
    of.map((collection) => ({ name: collection.source.files[0]?.name ?? '', collection })),
    { ...ALL, ...options },
  );

const file = (name: string, text: string): { name: string; bytes: Uint8Array } => ({
  name,
  bytes: new TextEncoder().encode(text),
});

const read = (name: string, value: unknown): Promise<Collection> =>
  readFixtures([file(name, JSON.stringify(value))]);

/** A hyperfine file of three runs around a median. It says no time. */
const hyperfine = (name: string, times: Readonly<Record<string, number>>): Promise<Collection> =>
  read(name, {
    results: Object.entries(times).map(([command, time]) => ({
      command,
      times: [time * 0.98, time, time * 1.03],
    })),
  });

/** A Google Benchmark file, which says when. */
const google = (date: string, time: number, better: object = {}): Promise<Collection> =>
  read(`${date}.json`, {
    context: { date, host_name: 'h' },
    benchmarks: [
      {
        name: 'sum',
        run_type: 'iteration',
        iterations: 9,
        real_time: time,
        cpu_time: time,
        time_unit: 'ns',
        ...better,
      },
    ],
  });

const FLAT = [100, 101, 99, 100, 102, 98, 100, 101];
const STEP = [100, 101, 99, 100, 102, 98, 109, 110, 108, 109, 111, 110];

const each = <T>(
  values: readonly number[],
  make: (value: number, index: number) => Promise<T>,
): Promise<T[]> => Promise.all(values.map(make));

const day = (index: number): string => `2026-01-${String(index + 1).padStart(2, '0')}T00:00:00Z`;

describe('a history', () => {
  it('finds a step of results that say no time in the order of the arguments', async () => {
    const found = history(await each(STEP, (time, i) => hyperfine(`${i}.json`, { a: time })));
    expect(found.order).toBe('arguments');
    expect(found.series).toHaveLength(1);
    const [only] = found.series;
    expect(only?.verdict).toBe('worse');
    expect(only?.changes).toMatchObject([
      { point: 6, occasion: 6, before: 100, direction: 'worse' },
    ]);
    expect(only?.points[0]).toEqual({ occasion: 0, value: 100, low: 99, high: 101.5, n: 3 });
    expect(only?.changes[0]?.ratio).toBeCloseTo(1.095, 3);
  });

  it('orders by time where every result says it, whatever the order of the arguments', async () => {
    const files = await each(STEP, (time, i) => google(day(i), time));
    const found = history([...files].reverse());
    expect(found.order).toBe('time');
    expect(found.occasions.map(({ at }) => at)).toEqual(STEP.map((_, i) => day(i)));
    const time = found.series.find(({ key }) => key.metric === 'time');
    expect(time?.changes.map(({ point }) => point)).toEqual([6]);
  });

  it('stays in the order of the arguments when one result says no time', async () => {
    const files = await each(FLAT, (time, i) => google(day(7 - i), time));
    const found = history([...files, await hyperfine('last.json', { a: 1 })]);
    expect(found.order).toBe('arguments');
    expect(found.occasions[0]?.at).toBe(day(7));
  });

  it('is better, worse or neither by the direction of the metric', async () => {
    const down = [...STEP].map((value) => 200 - value);
    const better = history(await each(down, (time, i) => hyperfine(`${i}`, { a: time })));
    expect(better.series[0]?.verdict).toBe('better');
    const numbers = (how: object) =>
      each(STEP, (value, i) => readFixtures([file(`${i}.csv`, `score\n${value}\n`)], how));
    expect(history(await numbers({})).series).toHaveLength(1);
    expect(history(await numbers({})).series[0]?.verdict).toBe('changed');
    expect(history(await numbers({ better: 'higher' })).series[0]?.verdict).toBe('better');
    expect(history(await numbers({ better: 'lower' })).series[0]?.verdict).toBe('worse');
  });

  it('has no change where the level stays, and looks for none in fewer than six results', async () => {
    const flat = history(await each(FLAT, (time, i) => hyperfine(`${i}`, { a: time })));
    expect(flat.series[0]?.verdict).toBe('steady');
    const short = await each([100, 100, 200, 200, 200], (time, i) =>
      hyperfine(`${i}`, { a: time }),
    );
    expect(history(short).series[0]?.verdict).toBe('short');
  });

  it('leaves out what the filter, the threshold and the number of newest results leave out', async () => {
    const files = await each(STEP, (time, i) => hyperfine(`${i}`, { a: time, b: time }));
    expect(history(files, { filter: 'b' }).series.map(({ key }) => key.name)).toEqual(['b']);
    expect(history(files, { metric: 'memory' }).series).toEqual([]);
    expect(history(files, { thresholdPercent: 9 }).series[0]?.verdict).toBe('worse');
    expect(history(files, { thresholdPercent: 10 }).series[0]?.verdict).toBe('steady');
    expect(history(files, { last: 6 }).series[0]?.verdict).toBe('steady');
    expect(history(files, { last: 6 }).series[0]?.points).toHaveLength(6);
  });

  it('names what the newest result has not', async () => {
    const files = await each(FLAT, (time, i) =>
      hyperfine(`${i}`, { a: time, ...(i < 7 && { b: time }), ...(i < 3 && { c: time }) }),
    );
    expect(history(files).missing).toEqual(['b, time']);
  });

  it('never puts a median of ours and a number of the tool on one line', async () => {
    const samples = await each(FLAT, (time, i) => hyperfine(`${i}`, { a: time }));
    const bare = await each(FLAT, (mean, i) =>
      read(`bare-${i}`, { results: [{ command: 'a', mean, median: mean }] }),
    );
    const found = history([...samples, ...bare]);
    expect(found.series.map(({ statistic }) => statistic.definition)).toEqual([null, 'R-7']);
  });
});

describe('files that hold a history themselves', () => {
  it("data.js: a point a commit, named and in the file's order", async () => {
    const commits = STEP.map((value, i) => ({
      commit: { id: `c${i}`, timestamp: day(i) },
      date: Date.parse(day(i)),
      tool: 'cargo',
      benches: [
        { name: 'sum', value: i === 2 ? 0 : value, unit: i === 2 ? 'undefined' : 'ns/iter' },
      ],
    }));
    const text = `window.BENCHMARK_DATA = ${JSON.stringify({ lastUpdate: 1, entries: { Rust: commits } }, null, 2)}`;
    const found = history([await readFixtures([file('data.js', text)])]);
    const sum = found.series.find(({ unit }) => unit === 'ns');
    expect(sum?.points.map(({ occasion }) => found.occasions[occasion]?.name)).not.toContain('c2');
    expect(sum?.changes).toMatchObject([{ point: 5, direction: 'worse' }]);
    expect(found.occasions[sum?.changes[0]?.occasion ?? -1]).toMatchObject({
      name: 'c6',
      at: '2026-01-07T00:00:00.000Z',
    });
    expect(found.missing).toEqual([]);
  });

  it('asv: machines and environments of one folder are cases of their own', async () => {
    const result = (machine: string, i: number, time: number) =>
      readFixtures([
        file(
          `${machine}/${i}.json`,
          JSON.stringify({
            commit_hash: `c${i}`,
            env_name: 'py3',
            date: Date.parse(day(i)),
            params: { machine },
            python: '3',
            version: 2,
            result_columns: ['result', 'params'],
            results: { 'm.time_x': [[time / 1e6], []] },
          }),
        ),
      ]);
    const files = [
      ...(await each(STEP, (time, i) => result('one', i, time))),
      ...(await each(FLAT, (time, i) => result('two', i, time))),
    ];
    const found = history(files);
    expect(found.order).toBe('time');
    expect(found.series.map(({ lane, verdict }) => [lane, verdict])).toEqual([
      ['one, py3', 'worse'],
      ['two, py3', 'steady'],
    ]);
  });
});

describe('200 seeded series of 60 results with 2 % of noise', () => {
  const places = (
    name: string,
    seed: number,
  ): { found: readonly number[]; wanted: readonly number[] } => {
    const shape = SHAPES.find((one) => one.name === name);
    if (shape === undefined) throw new Error(`no shape ${name}`);
    const { values, places: wanted } = seriesOf(shape, seed);
    const moments = Array.from(values, (_, i) => ({ id: `c${i}`, at: null }));
    const source = {
      format: 'f',
      tool: 't',
      version: null,
      files: [],
      machine: null,
      startedAt: null,
    };
    const of: Collection = {
      source,
      series: [
        {
          key: { name: 'a', params: {}, metric: 'time' },
          unit: 's',
          better: 'lower',
          order: 'time',
          warmUp: null,
          losses: [],
          levels: [{ name: 'session', word: 'commit', count: null, unitOf: null }],
          data: { kind: 'samples', values: Float64Array.from(values) },
          moments,
        },
      ],
      problems: [],
    };
    const [only] = history([of]).series;
    return { found: (only?.changes ?? []).map(({ point }) => point), wanted };
  };
  const seeds = Array.from({ length: 200 }, (_, i) => i + 1);

  it('a step of +8 % is found within one result in at least 95 %, beside a wild one', () => {
    const hits = seeds.filter((seed) => {
      const { found, wanted } = places('+8 %, one wild run (+50 %)', seed);
      return found.some((at) => Math.abs(at - (wanted[0] ?? NaN)) <= 1);
    });
    expect(hits.length).toBeGreaterThanOrEqual(190);
  });

  it('a flat series has any change in at most 5 %', () => {
    const hits = seeds.filter((seed) => places('flat', seed).found.length > 0);
    expect(hits.length).toBeLessThanOrEqual(10);
  });
});
