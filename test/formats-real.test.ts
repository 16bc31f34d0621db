// Every format of the registry: its real file against statistics that Python computed from the same file, recognition,
// chunks, encodings, and the refusal of its spoiled file.
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

import {
  collectionJson,
  LEVEL_NAMES,
  LOSS_CODES,
  measuredOf,
  type Series,
} from '../kernel/api/collection/collection.ts';
import { FormatError } from '../kernel/api/formats/format-error.ts';
import { recognized } from '../kernel/api/formats/read-files.ts';
import { FORMATS } from '../kernel/api/formats/registry.ts';
import { quantiles, summarize } from '../kernel/api/statistics/summary.ts';
import { createWorkspace } from '../kernel/api/facade/workspace.ts';
import {
  expectedOf,
  type ExpectedSeries,
  type Fixture,
  fixtures,
  readFixtures,
  sourceFiles,
} from './fixtures/format-files.ts';
import { kernelModule } from './fixtures/kernels.ts';

const workspace = createWorkspace(() => new WebAssembly.Instance(kernelModule('simd'), {}));

/** Sums are rounded in another order than Fraction's: the last digits of 53 bits, times a few operations. */
const ROUNDING = 1e-12;

function seriesFor(expected: ExpectedSeries, series: readonly Series[]): Series {
  const found = series.filter(
    ({ key }) =>
      key.name === expected.name &&
      key.metric === expected.metric &&
      Object.entries(expected.params ?? {}).every(([name, text]) => key.params[name] === text),
  );
  const keys = JSON.stringify(series.map(({ key }) => key));
  expect(found, `${JSON.stringify(expected)} in ${keys}`).toHaveLength(1);
  const [only] = found;
  if (only === undefined) throw new Error('not reached');
  return only;
}

/** The values behind a series; of a histogram the upper end of the bucket, once for each count. */
function valuesOf(series: Series): Float64Array {
  const { data } = series;
  if (data.kind === 'histogram') {
    const { high, counts } = data;
    return Float64Array.from(
      [...counts].flatMap((count, i) => Array.from({ length: count }, () => high[i] ?? NaN)),
    );
  }
  return measuredOf(series)?.values ?? new Float64Array(0);
}

function checkSeries(series: Series, expected: ExpectedSeries): void {
  expect([series.unit, series.better]).toEqual([expected.unit, expected.better]);
  if (expected.aggregates !== undefined) {
    expect(series.data.kind).toBe('aggregates');
    if (series.data.kind !== 'aggregates') return;
    const found = series.data.statistics.map(({ statistic, value }) => [statistic, value]);
    expect(Object.fromEntries(found)).toEqual(expected.aggregates);
    return;
  }
  const values = valuesOf(series);
  const [p50, p95, p99] = quantiles(workspace, values, [0.5, 0.95, 0.99], 'nearest-rank');
  const { n, min, median, mean, std } = summarize(workspace, values);
  expect({ n, min, p50, p95, p99 }).toEqual({
    n: expected.n,
    min: expected.min,
    p50: expected.p50,
    p95: expected.p95,
    p99: expected.p99,
  });
  for (const [found, right] of [
    [median, expected.median],
    [mean, expected.mean],
    [std, expected.std],
  ] as const)
    expect(Math.abs(found - right)).toBeLessThanOrEqual(ROUNDING * Math.abs(right));
  if (expected.units !== undefined) expect(series.levels[0]?.count).toBe(expected.units);
  if (expected.warm !== undefined)
    expect(series.warmUp?.reduce((sum, mark) => sum + mark, 0) ?? 0).toBe(expected.warm);
}

/** What holds for every series of every format. */
function checkShape(series: Series): void {
  expect(series.levels.length).toBeGreaterThan(0);
  const places = series.levels.map(({ name }) => LEVEL_NAMES.indexOf(name));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  if (series.data.kind === 'samples') {
    const { length } = series.data.values;
    expect(length).toBeGreaterThan(0);
    for (const { unitOf } of series.levels) expect(unitOf?.length ?? length).toBe(length);
    expect(series.warmUp?.length ?? length).toBe(length);
  }
  for (const { code } of series.losses) expect(Object.keys(LOSS_CODES)).toContain(code);
}

async function refusal(read: Promise<unknown>): Promise<FormatError> {
  const error: unknown = await read.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(FormatError);
  return error as FormatError;
}

describe.each(FORMATS.map((format) => ({ id: format.id, format })))('$id', ({ id, format }) => {
  const real = fixtures(id, 'real');
  const sources = sourceFiles(real);

  it('says of a real file what Python computes from it', async () => {
    const { series, source } = await readFixtures(real);
    expect(source.format).toBe(id);
    for (const expected of expectedOf(id)) checkSeries(seriesFor(expected, series), expected);
    series.forEach(checkShape);
    const losses = new Set(series.flatMap((each) => each.losses.map(({ code }) => code)));
    for (const code of format.about.losses) expect(losses).toContain(code);
  });

  it('reads the same in chunks of any size, with a mark, as UTF-16, with CRLF and compressed', async () => {
    const whole = collectionJson(await readFixtures(real)) as Record<string, unknown>;
    const same = async (
      change: (bytes: Uint8Array) => Uint8Array,
      chunkBytes?: number,
    ): Promise<void> => {
      const changed = real.map((file) =>
        sources.includes(file) ? { ...file, bytes: change(file.bytes) } : file,
      );
      const how = chunkBytes === undefined ? {} : { chunkBytes };
      const read = collectionJson(await readFixtures(changed, how)) as typeof whole;
      expect(read['series']).toEqual(whole['series']);
    };
    const plain = new TextDecoder();
    const isText = real.every(isPlain);
    await same((bytes) => bytes, 1);
    await same((bytes) => bytes, 977);
    if (!isText) return;
    await same((bytes) => gzipSync(bytes));
    await same((bytes) => Uint8Array.of(0xef, 0xbb, 0xbf, ...bytes));
    await same((bytes) => Buffer.from(`\uFEFF${plain.decode(bytes)}`, 'utf16le'), 3);
    await same((bytes) => Buffer.from(plain.decode(bytes).replaceAll('\n', '\r\n')));
  });

  it('is recognized by its content alone, and no other format is', () => {
    for (const kind of ['real', 'edge', 'spoiled'] as const)
      for (const { name, bytes } of sourceFiles(fixtures(id, kind)).filter(isPlain))
        expect(recognized(name, bytes).id).toBe(id);
  });

  it('reads its edge file', async () => {
    const { series, problems } = await readFixtures(fixtures(id, 'edge'));
    series.forEach(checkShape);
    await expect({ series: series.map(brief), problems }).toMatchFileSnapshot(
      `fixtures/formats/${id}/edge-read.txt`,
    );
  });

  it('refuses its spoiled file by name, line and cause', async () => {
    const error = await refusal(readFixtures(fixtures(id, 'spoiled')));
    expect(error.file).toMatch(/^spoiled|\//);
    expect(error.line).toBeGreaterThan(0);
    await expect(`${error.code} ${error.message}\n`).toMatchFileSnapshot(
      `fixtures/formats/${id}/refusal.txt`,
    );
  });
});

/** Not compressed by bzip2, as Krun's files are. */
const isPlain = ({ name }: Fixture): boolean => !name.endsWith('.bz2');

/** A series on few lines, so that a person can check the file of an edge case. */
function brief(series: Series): unknown {
  const { key, unit, better, levels, data, order, warmUp, losses } = series;
  return {
    key: `${key.name} ${JSON.stringify(key.params)} ${key.metric}`,
    is: `${unit ?? 'no unit'}, better ${better ?? 'unknown'}, order ${order}`,
    levels: levels.map(
      ({ name, word, count, unitOf }) =>
        `${name} (${word}) ${count ?? 'unknown'}${unitOf === null ? '' : `: ${unitOf.join(' ')}`}`,
    ),
    data:
      data.kind === 'aggregates'
        ? `n ${data.n ?? 'unknown'}: ${data.statistics
            .map(
              ({ statistic, value, definition }) => `${statistic} ${value} (${definition ?? '?'})`,
            )
            .join(', ')}`
        : data.kind === 'histogram'
          ? [...data.counts].map((n, i) => `${data.low[i]}..${data.high[i]} x ${n}`).join(', ')
          : data.values.join(' '),
    warmUp: warmUp?.join(' ') ?? 'none',
    losses: losses.map(({ code }) => code).join(' '),
  };
}
