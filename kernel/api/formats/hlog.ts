// Histogram logs of HdrHistogram (.hlog): an interval histogram a line, deflated and in Base64, in one of three encodings. The
// histograms of a tag are added up. The format names no unit of the values; its column of maxima is milliseconds by convention,
// which tells it.
import { FormatError, type Place } from './format-error.ts';
import type { FileContext, Format } from './format.ts';
import { decodeInterval, type Interval } from './hlog-encoding.ts';
import { level } from './levels.ts';
import { textReader } from './text-reader.ts';

export const hlog: Format = {
  id: 'hlog',
  tool: 'HdrHistogram',
  made: 'HistogramLogWriter, jHiccup, wrk2 and others: FILE.hlog',
  about: {
    levels: 'session (log) > iteration (value)',
    unit: 'ns or us, from the column of maxima in ms; else --unit',
    better: 'lower where the unit is known; else --lower, --higher',
    losses: ['HISTOGRAM_ONLY', 'MACHINE_UNKNOWN'],
  },
  recognizes: ({ lines }) => lines.some((line) => INTERVAL.test(line)),
  open: (context) => {
    const state: State = { tags: new Map(), broken: null };
    return textReader(context, {
      onLine: (text, place) => {
        readLine(text, place, state, context);
      },
      onEnd: () => {
        if (state.broken !== null) context.draft.problems.add('TRUNCATED', '', state.broken);
        for (const [tag, merged] of state.tags) addTag(tag, merged, context);
      },
    });
  },
};

/** Base64 of a cookie begins with HISTiQ, HISTIg, HISTFA, or nearly so: its first three bytes are the same. */
const INTERVAL =
  /^(?:Tag=([^,\s]*)[,\s]\s*)?([\d.]+)[,\s]\s*([\d.]+)[,\s]\s*([\d.]+)[,\s]\s*(HIST\S+)\s*$/;

interface State {
  readonly tags: Map<string, Merged>;
  /** A line that could not be read: the end of a log that was cut off, unless another line follows. */
  broken: (Place & { readonly cause: string }) | null;
}

interface Merged {
  readonly place: Place;
  /** Count and lower end by the upper end of the bucket. */
  readonly buckets: Map<number, { readonly low: number; count: number }>;
  /** Values over milliseconds, of the interval with the largest maximum. */
  ratio: number;
  largest: number;
}

function readLine(text: string, place: Place, state: State, context: FileContext): void {
  if (text.trim() === '') return;
  const { broken } = state;
  if (broken !== null)
    throw new FormatError('BAD_VALUE', context.file, broken.line ?? 0, broken.cause);
  if (text.startsWith('#')) {
    const [, seconds] = /^#\[StartTime: ([\d.]+) /.exec(text) ?? [];
    if (seconds !== undefined && Number(seconds) < 1e11)
      context.draft.startedAt ??= new Date(Number(seconds) * 1000).toISOString();
    return;
  }
  if (/^"?StartTimestamp"?,/.test(text)) return;
  const [, tag = '', , , maximum = '', encoded = ''] = INTERVAL.exec(text) ?? [];
  if (encoded === '')
    state.broken = { ...place, cause: 'the line is no interval of a histogram log' };
  else
    try {
      merge(tag, Number(maximum), decodeInterval(encoded, context.workspace()), place, state);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      state.broken = { ...place, cause: error.message };
    }
}

function merge(tag: string, maximum: number, interval: Interval, place: Place, state: State): void {
  const merged: Merged = state.tags.get(tag) ?? {
    place,
    buckets: new Map(),
    ratio: NaN,
    largest: 0,
  };
  state.tags.set(tag, merged);
  const { low, high, counts } = interval;
  high.forEach((end, i) => {
    const count = counts[i] ?? 0;
    const known = merged.buckets.get(end);
    if (known === undefined) merged.buckets.set(end, { low: low[i] ?? end, count });
    else known.count += count;
  });
  const top = high.at(-1) ?? 0;
  if (top > merged.largest) {
    merged.largest = top;
    merged.ratio = maximum > 0 ? top / maximum : NaN;
  }
}

/** The column has three decimals and the bucket its width: a few per cent apart still tell a factor of a thousand. */
function unitOf(ratio: number): string | null {
  if (ratio > 0.9e6 && ratio < 1.1e6) return 'ns';
  return ratio > 0.9e3 && ratio < 1.1e3 ? 'us' : null;
}

function addTag(
  tag: string,
  { place, buckets, ratio }: Merged,
  { draft, options }: FileContext,
): void {
  const ends = [...buckets.keys()].sort((a, b) => a - b);
  const unit = options.unit ?? unitOf(ratio);
  const head = {
    name: tag === '' ? 'log' : tag,
    metric: 'time',
    unit,
    better: unit === null ? (options.better ?? null) : 'lower',
    place,
  } as const;
  const low = Float64Array.from(ends, (end) => buckets.get(end)?.low ?? end);
  const counts = Float64Array.from(ends, (end) => buckets.get(end)?.count ?? 0);
  const levels = [level('session', 'log', 1), level('iteration', 'value')];
  draft.histogram(head, { low, high: Float64Array.from(ends), counts }, levels);
}
