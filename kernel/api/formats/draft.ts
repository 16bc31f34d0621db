// What a reader has found so far: the series, facts and problems of one or several files, on the way to a Collection.
import {
  type Aggregate,
  type Collection,
  type Facts,
  keyText,
  type Level,
  type LossCode,
  type Moment,
  type Note,
  type ProblemCode,
  type Series,
  type SeriesKey,
  type SourceFile,
} from '../collection/collection.ts';
import { FormatError, Notes, type Place } from './format-error.ts';

/** What a series says beside its data. */
export interface SeriesHead {
  readonly name: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly metric: string;
  readonly unit: string | null;
  readonly better: Series['better'];
  readonly losses?: readonly LossCode[];
  readonly place: Place;
}

export interface SampleOptions {
  readonly levels: readonly Level[];
  readonly order: 'time' | 'sorted' | 'none';
  readonly warmUp?: Uint8Array | null;
  readonly moments?: readonly Moment[];
}

interface Said {
  readonly unit?: string | null;
  readonly better?: Series['better'];
}

export class Draft {
  version: string | null = null;
  startedAt: string | null = null;
  readonly problems = new Notes<ProblemCode>();
  readonly #facts = new Map<string, string | number | boolean>();
  readonly #series: { series: Series; place: Place }[] = [];
  readonly #said: Said;

  /** What the user says of values whose unit or direction the file does not tell. */
  constructor({ unit = null, better = null }: Said = {}) {
    this.#said = { unit, better };
  }

  get isEmpty(): boolean {
    return this.#series.length === 0;
  }

  fact(name: string, value: string | number | boolean | null | undefined): void {
    if (value !== null && value !== undefined && value !== '') this.#facts.set(name, value);
  }

  /** Values that are not finite are left out and counted; with no value left there is no series. */
  samples(head: SeriesHead, values: Float64Array, options: SampleOptions): void {
    const kept = finiteOf(values, options);
    const missing = values.length - kept.values.length;
    if (missing > 0) this.problems.add('VALUE_MISSING', head.name, head.place, missing);
    if (kept.values.length === 0) {
      this.problems.add('CASE_EMPTY', head.name, head.place);
      return;
    }
    const data = { kind: 'samples', values: kept.values } as const;
    const { levels, warmUp, moments } = kept;
    this.#add(head, {
      data,
      levels: counted(levels, warmUp, kept.values.length),
      warmUp,
      order: options.order,
      ...(moments === undefined ? {} : { moments }),
    });
  }

  aggregates(
    head: SeriesHead,
    statistics: readonly (Omit<Aggregate, 'value'> & { readonly value: number | null })[],
    { levels, n }: { readonly levels: readonly Level[]; readonly n: number | null },
  ): void {
    const finite = statistics.flatMap(({ statistic, value, definition }) =>
      value === null || !Number.isFinite(value) ? [] : [{ statistic, value, definition }],
    );
    const missing = statistics.length - finite.length;
    if (missing > 0) this.problems.add('VALUE_MISSING', head.name, head.place, missing);
    if (finite.length === 0) {
      this.problems.add('CASE_EMPTY', head.name, head.place);
      return;
    }
    const data = { kind: 'aggregates', n, statistics: finite } as const;
    const withLoss = { ...head, losses: ['AGGREGATES_ONLY', ...(head.losses ?? [])] as const };
    this.#add(withLoss, { data, levels, warmUp: null, order: 'none' });
  }

  histogram(
    head: SeriesHead,
    { low, high, counts }: Readonly<Record<'low' | 'high' | 'counts', Float64Array>>,
    levels: readonly Level[],
  ): void {
    if (counts.length === 0) {
      this.problems.add('CASE_EMPTY', head.name, head.place);
      return;
    }
    const data = { kind: 'histogram', low, high, counts } as const;
    const withLoss = { ...head, losses: ['HISTOGRAM_ONLY', ...(head.losses ?? [])] as const };
    this.#add(withLoss, { data, levels, warmUp: null, order: 'none' });
  }

  #add(
    head: SeriesHead,
    rest: Pick<Series, 'data' | 'levels' | 'warmUp' | 'order' | 'moments'>,
  ): void {
    const { name, params = {}, metric, losses = [], place } = head;
    const { unit = null, better = null } = { ...this.#said, ...known(head) };
    const notes: Note<LossCode>[] = lossesOf(losses, unit, better).map((code) => ({
      code,
      subject: metric,
      count: 1,
      ...place,
    }));
    const series = { key: { name, params, metric }, unit, better, ...rest, losses: notes };
    this.#series.push({ series, place });
  }

  /** Refused when nothing was measured: EMPTY, with what was wrong instead. */
  finish(format: string, tool: string, files: readonly SourceFile[]): Collection {
    const machine: Facts | null = this.#facts.size === 0 ? null : Object.fromEntries(this.#facts);
    const series = this.#distinct(machine === null);
    const problems = this.problems.list();
    if (series.length === 0) {
      const [first] = problems;
      const cause = first === undefined ? '' : `: ${first.code} ${first.subject} (${first.count})`;
      const file = first?.file ?? files[0]?.name ?? format;
      throw new FormatError('EMPTY', file, first?.line ?? 0, `no case has a value${cause}`);
    }
    const { version, startedAt } = this;
    return { source: { format, tool, version, files, machine, startedAt }, series, problems };
  }

  /** Equal keys are told apart by their place in the file: the first keeps the key. */
  #distinct(isMachineUnknown: boolean): Series[] {
    const seen = new Map<string, number>();
    return this.#series.map(({ series, place }) => {
      const text = keyText(series.key);
      const nth = (seen.get(text) ?? 0) + 1;
      seen.set(text, nth);
      const unnamed: Note<LossCode> = { code: 'MACHINE_UNKNOWN', subject: '', count: 1, ...place };
      const losses = isMachineUnknown ? [...series.losses, unnamed] : series.losses;
      if (nth === 1) return { ...series, losses };
      this.problems.add('DUPLICATE_NAME', series.key.name, place);
      return { ...series, key: numbered(series.key, nth), losses };
    });
  }
}

function numbered(key: SeriesKey, nth: number): SeriesKey {
  return { ...key, params: { ...key.params, place: String(nth) } };
}

/** What a head tells itself. */
const known = ({ unit, better }: Pick<SeriesHead, 'unit' | 'better'>): Said => ({
  ...(unit === null ? {} : { unit }),
  ...(better === null ? {} : { better }),
});

function lossesOf(
  losses: readonly LossCode[],
  unit: string | null,
  better: Series['better'],
): LossCode[] {
  const all = [...losses];
  if (unit === null) all.push('UNIT_UNKNOWN');
  if (better === null) all.push('DIRECTION_UNKNOWN');
  return [...new Set(all)];
}

function finiteOf(
  values: Float64Array,
  { levels, warmUp = null, moments }: SampleOptions,
): {
  readonly values: Float64Array;
  readonly levels: readonly Level[];
  readonly warmUp: Uint8Array | null;
  readonly moments: readonly Moment[] | undefined;
} {
  if (values.every(Number.isFinite)) return { values, levels, warmUp: marked(warmUp), moments };
  const isKept = (_: number, index: number): boolean => Number.isFinite(values[index]);
  return {
    values: values.filter(isKept),
    levels: levels.map((level) => ({ ...level, unitOf: level.unitOf?.filter(isKept) ?? null })),
    warmUp: marked(warmUp?.filter(isKept) ?? null),
    moments: moments?.filter((_, index) => Number.isFinite(values[index])),
  };
}

function marked(warmUp: Uint8Array | null): Uint8Array | null {
  return warmUp?.includes(1) === true ? warmUp : null;
}

/** Units are counted where the samples tell them: of measured samples, warm-ups apart. */
function counted(levels: readonly Level[], warmUp: Uint8Array | null, n: number): Level[] {
  const measured = warmUp === null ? n : warmUp.reduce((sum, mark) => sum + 1 - mark, 0);
  return levels.map((level, i) => {
    const { unitOf } = level;
    if (unitOf === null) return i === levels.length - 1 ? { ...level, count: measured } : level;
    const units = new Set(unitOf.filter((_, index) => warmUp?.[index] !== 1));
    return { ...level, count: units.size };
  });
}
