// A percentile spectrum of HdrHistogram (.hgrm; outputPercentileDistribution), as text or CSV, and wrk2's table by itself. Each
// line is a nearest-rank percentile. Nothing says the unit: the caller of the tool chose a scale.
import type { Aggregate } from '../collection/collection.ts';
import { FormatError, type Place } from './format-error.ts';
import type { FileContext, Format } from './format.ts';
import { level } from './levels.ts';
import { textReader } from './text-reader.ts';

export const hgrm: Format = {
  id: 'hgrm',
  tool: 'HdrHistogram',
  made: 'outputPercentileDistribution: FILE.hgrm',
  about: {
    levels: 'session (table)',
    unit: 'unknown: --unit',
    better: 'unknown: --lower, --higher',
    losses: ['AGGREGATES_ONLY', 'UNIT_UNKNOWN', 'MACHINE_UNKNOWN'],
  },
  recognizes: ({ lines }) => HEADER.test(lines.find((line) => line.trim() !== '') ?? ''),
  open: (context) => {
    const state: State = { statistics: new Map(), n: null, place: null, isEnded: false };
    return textReader(context, {
      onLine: (text, place) => {
        readLine(text, place, state);
      },
      onEnd: () => {
        addTable(state, context);
      },
    });
  },
};

const HEADER = /^\s*"?Value"?[\s,]+"?Percentile"?[\s,]+"?TotalCount"?/;
const NUMBER = String.raw`[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?`;
const LINE = new RegExp(
  String.raw`^\s*(${NUMBER})[\s,]+(${NUMBER})[\s,]+(\d+)(?:[\s,]+(?:${NUMBER}|inf|Infinity))?\s*$`,
  'i',
);
const FOOTER = new RegExp(
  String.raw`^#\[(\w+)\s*=\s*(${NUMBER}),\s*([A-Za-z ]+?)\s*=\s*(${NUMBER})\]`,
  'i',
);

interface State {
  readonly statistics: Map<string, Aggregate>;
  n: number | null;
  place: Place | null;
  /** The line of percentile 1, or a footer, was there. */
  isEnded: boolean;
}

function readLine(text: string, place: Place, state: State): void {
  if (text.trim() === '' || HEADER.test(text)) return;
  state.place ??= place;
  const [, value, percentile, count] = LINE.exec(text) ?? [];
  if (value !== undefined && percentile !== undefined && count !== undefined) {
    const statistic = `p${Number((Number(percentile) * 100).toPrecision(12))}`;
    const each = { statistic, value: Number(value), definition: 'nearest-rank' };
    if (!state.statistics.has(statistic)) state.statistics.set(statistic, each);
    state.isEnded ||= Number(percentile) === 1;
    state.n = Number(count);
    return;
  }
  const [, first, one, second, two] = FOOTER.exec(text) ?? [];
  if (first === 'Mean' && second === 'StdDeviation') {
    state.statistics.set('mean', { statistic: 'mean', value: Number(one), definition: null });
    state.statistics.set('std', { statistic: 'std', value: Number(two), definition: 'ddof 0' });
  } else if (first === 'Max' && second === 'Total count') {
    state.statistics.set('max', { statistic: 'max', value: Number(one), definition: null });
    state.n = Number(two);
    state.isEnded = true;
  } else if (!text.startsWith('#'))
    throw new FormatError(
      'BAD_VALUE',
      place.file ?? '',
      place.line ?? 0,
      'the line is no percentile with its value and count',
    );
}

function addTable({ statistics, n, place, isEnded }: State, context: FileContext): void {
  const { draft, file } = context;
  if (!isEnded)
    throw new FormatError(
      'TRUNCATED',
      file,
      place?.line ?? 0,
      'the table ends before its last percentile',
    );
  const head = {
    name: file.replace(/^.*\//, '').replace(/\.\w+$/, ''),
    metric: 'time',
    unit: null,
    better: null,
    losses: ['ROUNDED'],
    place: place ?? { file, line: null },
  } as const;
  draft.aggregates(head, [...statistics.values()], { levels: [level('session', 'table', 1)], n });
}
