// What goes wrong on the way from a tool to a file, made of each format's real file: the numbers stay, or what is lost is counted.
import { describe, expect, it } from 'vitest';

import { keyText, type Collection } from '../kernel/api/collection/collection.ts';
import { FORMATS } from '../kernel/api/formats/registry.ts';
import { type Fixture, fixtures, readFixtures, sourceFiles } from './fixtures/format-files.ts';

const text = ({ bytes }: Fixture): string => new TextDecoder().decode(bytes);

/** The same with every source file's text changed. */
function changed(files: readonly Fixture[], change: (text: string) => string): Fixture[] {
  const sources = sourceFiles(files);
  return files.map((file) =>
    sources.includes(file)
      ? { ...file, bytes: new TextEncoder().encode(change(text(file))) }
      : file,
  );
}

/** Without what these changes move: lines, and the order in which an object's members stand. */
function seriesOf({ series }: Collection): unknown {
  const plain = series.map(({ losses, data, ...rest }) => {
    const codes = losses.map(({ code }) => code);
    if (data.kind !== 'aggregates') return { ...rest, data, codes };
    const named = data.statistics.map((one) => [one.statistic, one] as const);
    return { ...rest, data: { ...data, statistics: Object.fromEntries(named) }, codes };
  });
  return Object.fromEntries(plain.map((one) => [keyText(one.key), one]));
}

const counted = ({ problems }: Collection, code: string): number =>
  problems.filter((note) => note.code === code).reduce((sum, { count }) => sum + count, 0);

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member)]));
}

function isJson(files: readonly Fixture[]): boolean {
  try {
    return sourceFiles(files).every((file) => typeof JSON.parse(text(file)) === 'object');
  } catch {
    return false;
  }
}

const JSON_FORMATS = FORMATS.map(({ id }) => id).filter((id) => isJson(fixtures(id, 'real')));

it('most formats are JSON', () => {
  expect(JSON_FORMATS.length).toBeGreaterThanOrEqual(15);
});

describe.each(JSON_FORMATS)('%s', (id) => {
  const real = fixtures(id, 'real');
  const same = async (change: (text: string) => string): Promise<Collection> => {
    const [right, found] = [await readFixtures(real), await readFixtures(changed(real, change))];
    expect(found.source.format).toBe(id);
    expect(seriesOf(found)).toEqual(seriesOf(right));
    return found;
  };

  it('reads the same on one line', async () => {
    await same((whole) => JSON.stringify(JSON.parse(whole)));
  });

  it('reads the same when a program wrote it anew, with and without its keys sorted', async () => {
    await same((whole) => JSON.stringify(JSON.parse(whole), null, 4));
    await same((whole) => JSON.stringify(sorted(JSON.parse(whole))));
  });

  it('reads past lines that were printed before and behind it, and counts them', async () => {
    const found = await same(
      (whole) => `[info] building {x}\n[1/3] bench\n[12:30:05] go\n${whole}\nDone in 3.2 s.\n`,
    );
    expect(counted(found, 'LINES_IGNORED')).toBe(4 * sourceFiles(real).length);
  });

  // Every member of an object of plain numbers is a case, so that a note is one too.
  if (id !== 'json-numbers')
    it('takes the last of two equal keys, and counts it', async () => {
      const found = await same((whole) => whole.replace('{', '{"note": 1, "note": 2,'));
      expect(counted(found, 'DUPLICATE_KEY')).toBe(sourceFiles(real).length);
    });
});

/** Formats with a list of samples, and the number of it that is replaced. */
const LISTS: Readonly<Record<string, RegExp>> = {
  hyperfine: /("times": \[\s*)[\d.e-]+/,
  'pytest-benchmark': /("data": \[\s*)[\d.e-]+/,
  tinybench: /("samples": ?\[\s*)[\d.e-]+/,
  mitata: /("samples": ?\[\s*)[\d.e-]+/,
};

describe.each(Object.entries(LISTS))('%s', (id, first) => {
  it.each(['NaN', '-Infinity', 'null', '"NaN"', '"+INF"', '1e999'])(
    'leaves out a sample that is %s, and counts it',
    async (word) => {
      const real = fixtures(id, 'real');
      const hasList = real.some((file) => first.test(text(file)));
      expect(hasList, `${id} has no list of samples`).toBe(true);
      const right = await readFixtures(real);
      const found = await readFixtures(changed(real, (whole) => whole.replace(first, `$1${word}`)));
      const sizes = ({ series }: Collection): number =>
        series.reduce(
          (sum, { data }) => sum + (data.kind === 'samples' ? data.values.length : 0),
          0,
        );
      expect(sizes(found)).toBe(sizes(right) - 1);
      expect(counted(found, 'VALUE_MISSING')).toBe(1);
    },
  );
});
