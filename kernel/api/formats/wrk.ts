// The text of wrk and wrk2. Each number has its own unit (us, ms, s, m). With --latency there is a table of percentiles, and
// wrk2 prints the whole spectrum; lines about calibration come before. Aggregates only, two decimals.
import type { Aggregate } from '../collection/collection.ts';
import type { Draft } from './draft.ts';
import { FormatError, type Place } from './format-error.ts';
import type { Format } from './format.ts';
import { level } from './levels.ts';
import { textReader } from './text-reader.ts';

export const wrk: Format = {
  id: 'wrk',
  tool: 'wrk',
  made: 'wrk --latency URL > FILE (wrk2 as well)',
  about: {
    levels: 'session (test)',
    unit: 'latency us; requests op/s; transfer B/s',
    better: 'latency lower; rates higher',
    losses: ['AGGREGATES_ONLY', 'ROUNDED', 'MACHINE_UNKNOWN'],
  },
  recognizes: ({ lines }) =>
    lines.some((line) => RUNNING.test(line)) ||
    lines.some((line) => /^\s+Thread Stats\s+Avg/.test(line)),
  open: (context) => {
    const test: Test = { name: 'wrk', params: {}, place: null, latency: [], n: null, rates: [] };
    return textReader(context, {
      onLine: (text, place) => {
        readLine(text, place, test, context.draft);
      },
      onEnd: () => {
        addTest(test, context.draft, context.file);
      },
    });
  },
};

const RUNNING = /^Running (\S+) test @ (\S+)/;
const LEVELS = [level('session', 'test', 1)];
const MICROSECONDS: Readonly<Record<string, number>> = { us: 1, ms: 1e3, s: 1e6, m: 6e7, h: 3.6e9 };
const BYTES: Readonly<Record<string, number>> = {
  '': 1,
  K: 1024,
  M: 1024 ** 2,
  G: 1024 ** 3,
  T: 1024 ** 4,
  P: 1024 ** 5,
};

interface Test {
  name: string;
  params: Record<string, string>;
  place: Place | null;
  n: number | null;
  readonly latency: Aggregate[];
  readonly rates: [metric: string, unit: string, value: number][];
}

function readLine(text: string, place: Place, test: Test, draft: Draft): void {
  const running = RUNNING.exec(text);
  if (running !== null) {
    if (test.place !== null) throw refusal(place, 'a second test begins: one file, one test');
    test.name = running[2] ?? 'wrk';
    test.place = place;
    return;
  }
  const [, threads, connections] = /^\s+(\d+) threads and (\d+) connections/.exec(text) ?? [];
  if (threads !== undefined && connections !== undefined) test.params = { threads, connections };
  const latency = /^\s+Latency\s+(\S+)\s+(\S+)\s+(\S+)\s+\S+%\s*$/.exec(text);
  if (latency !== null)
    (['mean', 'std', 'max'] as const).forEach((statistic, i) => {
      const value = microseconds(latency[i + 1] ?? '', place);
      test.latency.push({ statistic, value, definition: null });
    });
  const [, percent, value] = /^\s*(\d+(?:\.\d+)?)%\s+(\d\S*)\s*$/.exec(text) ?? [];
  if (percent !== undefined && value !== undefined)
    test.latency.push({
      statistic: `p${Number(percent)}`,
      value: microseconds(value, place),
      definition: 'nearest-rank',
    });
  readTotals(text, place, test, draft);
}

function readTotals(text: string, place: Place, test: Test, draft: Draft): void {
  const [, requests] = /^\s+(\d+) requests in /.exec(text) ?? [];
  if (requests !== undefined) test.n = Number(requests);
  const [, rate] = /^Requests\/sec:\s*(\S+)\s*$/.exec(text) ?? [];
  if (rate !== undefined) test.rates.push(['throughput', 'op/s', plain(rate, place)]);
  const [, bytes] = /^Transfer\/sec:\s*(\S+)B\s*$/.exec(text) ?? [];
  if (bytes !== undefined) {
    const [, number = '', scale = ''] = /^([\d.]+)([KMGTP]?)$/.exec(bytes) ?? [];
    test.rates.push(['transfer', 'B/s', plain(number, place) * (BYTES[scale] ?? NaN)]);
  }
  if (/^\s+(?:Socket errors|Non-2xx)/.test(text))
    draft.problems.add('CASE_FAILED', text.trim(), place);
}

function addTest(
  { name, params, place, latency, n, rates }: Test,
  draft: Draft,
  file: string,
): void {
  if (rates.length === 0)
    throw new FormatError(
      'TRUNCATED',
      file,
      0,
      'there is no line Requests/sec: the test did not end',
    );
  const head = { name, params, place: place ?? { file, line: null }, losses: ['ROUNDED'] } as const;
  const time = { ...head, metric: 'time', unit: 'us', better: 'lower' } as const;
  // The spectrum of wrk2 repeats percentiles of the table.
  const first = new Map(latency.map((each) => [each.statistic, each] as const).reverse());
  const statistics = latency.filter((each) => first.get(each.statistic) === each);
  if (statistics.length > 0) draft.aggregates(time, statistics, { levels: LEVELS, n });
  for (const [metric, unit, value] of rates)
    draft.aggregates(
      { ...head, metric, unit, better: 'higher' },
      [{ statistic: 'mean', value, definition: null }],
      { levels: LEVELS, n: null },
    );
}

function microseconds(text: string, place: Place): number {
  const [, number = '', unit = ''] = /^([\d.]+)(us|ms|s|m|h)$/.exec(text) ?? [];
  const scale = MICROSECONDS[unit];
  if (scale === undefined) throw refusal(place, `${text} is no time`);
  return plain(number, place) * scale;
}

function plain(text: string, place: Place): number {
  if (!/^\d+(?:\.\d+)?$/.test(text)) throw refusal(place, `${text} is no number`);
  return Number(text);
}

const refusal = ({ file, line }: Place, cause: string): FormatError =>
  new FormatError('BAD_VALUE', file ?? '', line ?? 0, cause);
