// The kernel inside a real ClickHouse (chdb): what SQL says of the committed runs is what Node says, bit for bit.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { clickhouseScript } from '../../host-node/src/commands/sql/clickhouse.ts';
import { CLICKHOUSE_FUNCTIONS } from '../../host-node/src/commands/sql/clickhouse-functions.ts';
import { ifDefined } from '../../kernel/api/facade/errors.ts';
import { center, shamosSpread } from '../../kernel/api/statistics/robust.ts';
import { createHistogram, encodeHistogram, recordAll } from '../../kernel/api/statistics/data.ts';
import { summarize } from '../../kernel/api/statistics/summary.ts';
import { ASSUMED_RUN_EFFECT, comparisonVerdicts } from '../../kernel/api/statistics/verdicts.ts';
import { bringClickHouse } from '../engines/clickhouse.mjs';
import { freshWorkspace } from '../fixtures/kernels.ts';

const root = resolve(import.meta.dirname, '../..');
const wasm = readFileSync(join(root, 'build/kernel.clickhouse.wasm'));
const venv = join(root, 'build/engines/chdb');
const base = mkdtempSync(join(tmpdir(), 'echometer-clickhouse-'));
const workspace = freshWorkspace();

let missing: string | null = null;

interface Answer {
  readonly rows?: readonly (readonly unknown[])[];
  readonly error?: string;
}

interface Query {
  readonly sql: string;
  readonly settings?: string;
}

function ask(queries: readonly Query[]): readonly Answer[] {
  const script = join(base, 'echometer.sql');
  writeFileSync(script, clickhouseScript(wasm));
  const program = [join(import.meta.dirname, 'queries.py'), script, join(base, 'db')];
  const done = spawnSync(join(venv, 'bin/python'), program, {
    input: JSON.stringify(queries),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (done.status !== 0) throw new Error(done.stderr.slice(-1000));
  return JSON.parse(done.stdout) as readonly Answer[];
}

beforeAll(async () => {
  if (existsSync(join(venv, 'lib'))) return;
  mkdirSync(join(root, 'build/engines'), { recursive: true });
  try {
    await bringClickHouse(venv);
  } catch (error) {
    // CI counts a skip as a failure.
    missing = `chdb of PyPI cannot be installed: ${String(error)}`;
  }
});

afterAll(() => {
  rmSync(base, { recursive: true, force: true });
});

/** series.csv and samples.csv of a source, as a user has them; made once. */
function exported(source: string): string {
  const folder = join(base, source.replaceAll('/', '-'));
  if (existsSync(folder)) return folder;
  const cli = join(root, 'dist/host-node/src/cli.js');
  const { status, stderr } = spawnSync(
    process.execPath,
    [cli, 'export', join(root, source), '--csv', folder],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  return folder;
}

const SAMPLES = (folder: string): string =>
  `file('${folder}/samples.csv', 'CSVWithNames', 'series UInt32, kind String, session Nullable(UInt32), process Nullable(UInt32), warmUp Nullable(UInt8), statistic String, value Float64, count Nullable(UInt64)')`;

/** The values of a series by row of samples.csv: the lines are read here, not by the tool. */
function valuesOf(folder: string): ReadonlyMap<number, readonly number[]> {
  const values = new Map<number, number[]>();
  for (const line of readFileSync(join(folder, 'samples.csv'), 'utf8').split('\n').slice(1)) {
    const cells = line.split(',');
    if (cells.length < 7 || cells[4] === '1' || cells[1] !== 'sample') continue;
    const series = Number(cells[0]);
    const list = values.get(series) ?? [];
    if (list.length === 0) values.set(series, list);
    list.push(Number(cells[6]));
  }
  return values;
}

const first = (answer: Answer | undefined): unknown => {
  if (answer?.rows === undefined) throw new Error(answer?.error ?? 'no answer');
  return answer.rows[0]?.[0];
};

/** The fields of em_summary but its warnings. */
function summaryOf(list: readonly number[]): object {
  const { warnings, ...numbers } = summarize(workspace, Float64Array.from(list));
  expect(warnings).toBeDefined();
  return { ...numbers, error: null };
}

/** Null where the kernel refuses: values that do not vary have no spread. */
const spreadOf = (values: Float64Array): number | null =>
  ifDefined(() => shamosSpread(workspace, values));

test('the table of functions names exactly the exports', () => {
  const exports = WebAssembly.Module.exports(new WebAssembly.Module(wasm))
    .filter(({ kind }) => kind === 'function')
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('clickhouse_') && name !== 'kernelId');
  expect(CLICKHOUSE_FUNCTIONS.map((one) => one.export).toSorted()).toEqual(exports.toSorted());
  expect(WebAssembly.Module.imports(new WebAssembly.Module(wasm))).toEqual([]);
});

describe('committed runs in ClickHouse', () => {
  test.for(['docs/sample-run', 'docs/sample-serializers'])(
    '%s: n, mean, percentiles, center and spread of every case are bit for bit those of Node',
    (source, { skip }) => {
      if (missing !== null) skip(missing);
      const folder = exported(source);
      // Center and spread look at all pairs: of the first two thousand values.
      const [answer] = ask([
        {
          sql: `SELECT series, em_summary(groupArray(value) AS v), em_center(arraySlice(v, 1, 2000)), em_spread(arraySlice(v, 1, 2000)) FROM ${SAMPLES(folder)} WHERE kind = 'sample' AND ifNull(warmUp, 0) = 0 GROUP BY series ORDER BY series`,
        },
      ]);
      const values = valuesOf(folder);
      expect(values.size).toBeGreaterThan(20);
      expect(answer?.error).toBeUndefined();
      const expected = [...values].map(([series, list]) => {
        const some = Float64Array.from(list.slice(0, 2000));
        return [series, summaryOf(list), center(workspace, some), spreadOf(some)];
      });
      const got = (answer?.rows ?? []).map(([series, summary, ...rest]) => [
        series,
        Object.fromEntries(
          Object.entries(summary as object).filter(([name]) => name !== 'warnings'),
        ),
        ...rest,
      ]);
      expect(got).toEqual(expected);
    },
  );

  test('a comparison gives the verdicts of Node', ({ skip }) => {
    if (missing !== null) skip(missing);
    const folder = exported('docs/sample-run');
    // Odd cases are made twice as slow; a trial's p50 is a unit.
    const units = `SELECT series, groupArray(p50) AS base, groupArray(p50 * if(series % 2 = 1, 2, 1)) AS new FROM (
      SELECT series, process, em_quantiles(groupArray(value), [0.5], 0)[1]::Float64 AS p50 FROM ${SAMPLES(folder)}
      WHERE kind = 'sample' AND ifNull(warmUp, 0) = 0 GROUP BY series, process ORDER BY series, process
    ) GROUP BY series ORDER BY series`;
    const [listed, judged] = ask([
      { sql: units },
      {
        sql: `SELECT em_verdicts(groupArray(([base], [new], -1::Int8, 0.1::Float64, 0::Float64, 0.02::Float64)), 0.05) FROM (${units})`,
      },
    ]);
    const cases = (listed?.rows ?? []).map(([, before, after]) => ({
      base: [before as number[]],
      new: [after as number[]],
      better: 'lower' as const,
      threshold: 0.1,
      runEffect: ASSUMED_RUN_EFFECT,
    }));
    const expected = comparisonVerdicts(workspace, cases).cases.map((one) => ({
      verdict: one.verdict,
      reason: one.reason,
      ratio: one.ratio,
      low: one.interval?.low ?? 0,
      high: one.interval?.high ?? 0,
      p: one.p,
      adjusted_p: one.adjustedP,
    }));
    expect(first(judged)).toEqual({ cases: expected, error: null });
    expect(new Set(expected.map(({ verdict }) => verdict))).toContain('worse');
  });

  test('histogram states of shards merge to the same bytes in any order', ({ skip }) => {
    if (missing !== null) skip(missing);
    const folder = exported('docs/sample-run');
    const shards = `SELECT process, em_histogram(groupArray(toUInt64(value)), 1, 3600000000000, 3) AS state FROM ${SAMPLES(folder)} WHERE series = 1 AND ifNull(warmUp, 0) = 0 GROUP BY process`;
    const orders = ['process', 'process DESC', 'sipHash64(process)'];
    const answers = ask(
      orders.map((order) => ({
        sql: `SELECT lower(hex(em_histogram_merge(groupArray(assumeNotNull(state))))), count() FROM (SELECT * FROM (${shards}) ORDER BY ${order})`,
      })),
    );
    const values = valuesOf(folder).get(1) ?? [];
    const whole = recordAll(
      workspace,
      createHistogram(workspace, { lowest: 1n, highest: 3_600_000_000_000n, digits: 3 }),
      BigUint64Array.from(values, BigInt),
    );
    const expected = Buffer.from(encodeHistogram(workspace, whole)).toString('hex');
    expect(answers.map((answer) => answer.rows)).toEqual(orders.map(() => [[expected, 5]]));
  });
});

describe('what SQL can ask wrongly', () => {
  test('is NULL or a code, never an end of the query', ({ skip }) => {
    if (missing !== null) skip(missing);
    const none = 'CAST([], ';
    const asked: readonly (readonly [sql: string, answer: unknown])[] = [
      [`em_summary(${none}'Array(Float64)')).error`, 'EMPTY'],
      ['em_summary([1, nan]).error', 'NOT_FINITE'],
      ['em_summary([1e308, 1e308, -1e308]).error', 'OVERFLOW'],
      [`em_summary_ns(${none}'Array(UInt64)')).error`, 'EMPTY'],
      ['em_quantiles([1., 2.], [0.5, 1.5], 2)', [null, null]],
      ['em_quantiles([1., 2.], [0.5], 9)', [null]],
      [`em_quantiles([1., 2.], ${none}'Array(Float64)'), 0)`, []],
      ['em_center([inf, 1])', null],
      ['em_ratio([1., 2.], [-1., 2.])', null],
      ['em_center_bounds([1., 2.], 2.).error', 'BAD_ARGUMENT'],
      [`em_mann_whitney(${none}'Array(Float64)'), [1.]).error`, 'EMPTY'],
      ['em_verdicts([([[1., -1.]], [[1.]], -1::Int8, 0.1, 0., 0.02)], 0.05).error', 'DOMAIN'],
      ['em_verdicts([([[1.]], [[1.]], 7::Int8, 0.1, 0., 0.02)], 0.05).error', 'BAD_ARGUMENT'],
      [`em_histogram([1::UInt64], 0::UInt64, 0::UInt64, 3)`, null],
      [`em_histogram([9999999::UInt64], 1::UInt64, 1000::UInt64, 2)`, null],
      [`em_histogram_merge(${none}'Array(String)'))`, null],
      [`em_histogram_merge(['spoiled'])`, null],
      [
        `em_histogram_merge([assumeNotNull(em_histogram([1::UInt64], 1::UInt64, 1000::UInt64, 2)), assumeNotNull(em_histogram([1::UInt64], 1::UInt64, 1000::UInt64, 3))])`,
        null,
      ],
      [`em_histogram_quantiles('', [0.5])`, [null]],
      [
        `em_histogram_quantiles(assumeNotNull(em_histogram(CAST([], 'Array(UInt64)'), 1::UInt64, 1000::UInt64, 2)), [0.5])`,
        [null],
      ],
    ];
    const answers = ask([
      ...asked.map(([sql]) => ({ sql: `SELECT ${sql}` })),
      { sql: 'SELECT em_center([toFloat64(number)]) FROM numbers(0)' },
    ]);
    expect(answers.slice(0, -1).map((answer) => answer.error ?? first(answer))).toEqual(
      asked.map(([, answer]) => answer),
    );
    expect(answers.at(-1)).toEqual({ rows: [] });
  });

  test('costs no memory that a block does not give back', ({ skip }) => {
    if (missing !== null) skip(missing);
    // 20,000 blocks of 64 kB in an instance that may have 16 MiB.
    const settings = ', max_block_size = 10, webassembly_udf_max_memory = 16777216';
    const [answer] = ask([
      {
        sql: `SELECT count(em_summary(arrayMap(i -> toFloat64(i), range(800))).p50) FROM numbers(200000)`,
        settings,
      },
    ]);
    expect(answer).toEqual({ rows: [[200_000]] });
  });
});

test('the queries of docs/clickhouse.md run as they stand there', ({ skip }) => {
  if (missing !== null) skip(missing);
  const folder = exported('docs/sample-run');
  const page = readFileSync(join(root, 'docs/clickhouse.md'), 'utf8');
  const queries = [...page.matchAll(/^ *```sql\n([^`]+?) *```/gm)].map(([, sql = '']) =>
    sql
      .replace('samples.csv', join(folder, 'samples.csv'))
      .replace('SETTINGS webassembly_udf_max_fuel = 0', ''),
  );
  const answers = ask(queries.map((sql) => ({ sql })));
  expect(answers.map((answer) => answer.error)).toEqual(queries.map(() => undefined));
  const [signature, , cases, , verdicts, histogram] = answers;
  const { signature: known } = (
    JSON.parse(readFileSync(join(root, 'build/kernels.json'), 'utf8')) as Record<
      string,
      { readonly signature: string }
    >
  )['kernel.wasm'] ?? { signature: '' };
  expect(first(signature)).toBe(known);
  expect(cases?.rows?.length).toBeGreaterThan(20);
  expect(JSON.stringify(first(verdicts))).toContain('worse');
  expect((first(histogram) as number[]).length).toBe(2);
});
