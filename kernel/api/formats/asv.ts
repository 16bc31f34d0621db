// A result file of airspeed velocity (format versions 1 and 2). Results of all parameter combinations lie in one flat list. A
// combination that was skipped is NaN, one that failed null. Units are in benchmarks.json one folder up; without it the prefix
// of the name tells them, which is asv's own convention.
import type { LossCode } from '../collection/collection.ts';
import type { SeriesHead } from './draft.ts';
import type { FileContext, Format } from './format.ts';
import type { JsonNode } from './json-node.ts';
import { jsonReader } from './json-reader.ts';
import { level } from './levels.ts';
import { parseJson } from './parse-json.ts';

export const asv: Format = {
  id: 'asv',
  tool: 'asv',
  made: 'asv run --record-samples (the folder .asv/results/MACHINE)',
  about: {
    levels: 'iteration (samples of all rounds together)',
    unit: 's, B, or that of a track_ benchmark',
    better: 'lower; unknown for track_',
    losses: [],
  },
  recognizes: ({ has }) =>
    has('results', 'commit_hash', 'env_name') || has('results', 'commit_hash', 'python'),
  /** Each commit's file is a source; benchmarks.json and machine.json are companions. */
  select: (names) =>
    names.some((name) => /(?:^|\/)benchmarks\.json$/.test(name))
      ? names
          .filter((name) => /^[^/]+\/(?!machine\.json$)[^/]+\.json$/.test(name))
          .map((name) => [name])
      : [],
  open: (context) =>
    jsonReader(context, {
      onDocument: (root) => {
        readResults(root, context);
      },
    }),
};

function readResults(root: JsonNode, context: FileContext): void {
  const { draft } = context;
  for (const [key, value] of root.get('params')?.members() ?? []) draft.fact(key, value.label());
  draft.fact('commit', root.get('commit_hash')?.label());
  draft.fact('environment', root.get('env_name')?.label());
  const date = root.get('date');
  if (date !== null) draft.startedAt ??= isoTime(date);
  const columns =
    root
      .get('result_columns')
      ?.items()
      .map((column) => column.text()) ?? null;
  const units = unitsOf(context);
  for (const [name, value] of root.need('results').members()) {
    const field = fieldsOf(value, columns);
    if (field === null) draft.problems.add('CASE_FAILED', name, value.place);
    else readCase(name, field, units(name), context);
  }
}

/** Milliseconds since 1970. */
function isoTime(node: JsonNode): string {
  const time = new Date(node.number());
  return Number.isNaN(time.getTime()) ? node.refuse('is no time') : time.toISOString();
}

/** A column of a benchmark by name, whichever version wrote it. */
type Field = (column: string) => JsonNode | null;

function fieldsOf(value: JsonNode, columns: readonly string[] | null): Field | null {
  if (columns !== null) {
    const row = value.items();
    return (column) => {
      const node = row[columns.indexOf(column)];
      return node === undefined || node.value === null ? null : node;
    };
  }
  if (value.value === null) return null;
  // Version 1: a number, or an object for parameters and samples.
  return value.isObject
    ? (column) => value.get(column)
    : (column) => (column === 'result' ? value : null);
}

type Unit = Pick<SeriesHead, 'metric' | 'unit' | 'better'>;
const TIME: Unit = { metric: 'time', unit: 's', better: 'lower' };
const MEMORY: Unit = { metric: 'memory', unit: 'B', better: 'lower' };

function unitsOf({ file, sibling }: FileContext): (name: string) => Unit {
  const folder = file.replace(/[^/]*$/, '');
  const above = folder.replace(/[^/]+\/$/, '');
  const bytes = sibling(`${above}benchmarks.json`) ?? sibling(`${folder}benchmarks.json`);
  const known = bytes === null ? null : parseJson('benchmarks.json', bytes);
  return (name) => {
    const unit = known?.get(name)?.get('unit')?.label() ?? null;
    if (unit === 'seconds') return TIME;
    if (unit === 'bytes') return MEMORY;
    if (unit !== null) return { metric: 'value', unit, better: null };
    const own = name.slice(name.lastIndexOf('.') + 1);
    if (/^time(?:raw)?_|^Time/.test(own)) return TIME;
    if (/^(?:peak)?mem_|^(?:Peak)?Mem/.test(own)) return MEMORY;
    return { metric: 'value', unit: null, better: null };
  };
}

/** Every combination of parameter values, the last one turning fastest, as the flat lists have them. */
function combinations(params: readonly (readonly string[])[]): string[][] {
  return params.reduce<string[][]>(
    (all, values) => all.flatMap((each) => values.map((value) => [...each, value])),
    [[]],
  );
}

function readCase(name: string, field: Field, unit: Unit, context: FileContext): void {
  const { draft } = context;
  const result = field('result');
  if (result === null) {
    draft.problems.add('CASE_FAILED', name, { file: context.file, line: null });
    return;
  }
  const params = (field('params')?.items() ?? []).map((values) =>
    values.items().map((value) => value.label() ?? ''),
  );
  const cells = result.isArray ? result.items() : [result];
  const combined = combinations(params);
  if (params.length > 0 && combined.length !== cells.length)
    result.refuse(`has ${cells.length} results for ${combined.length} combinations of parameters`);
  const samples = field('samples')?.items() ?? [];
  cells.forEach((cell, i) => {
    const named = (combined[i] ?? []).map((text, k) => [String(k + 1), text] as const);
    const head = { name, params: Object.fromEntries(named), ...unit, place: cell.place };
    const own = samples[i];
    if (cell.value === null) draft.problems.add('CASE_FAILED', name, cell.place);
    else if (own !== undefined && own.value !== null)
      draft.samples({ ...head, losses: ['LEVELS_LOST'] }, own.numbers(), SAMPLES);
    else if (cell.numberOrMissing() === null) draft.problems.add('CASE_SKIPPED', name, cell.place);
    else addResult(head, cell.number(), (key) => statAt(field, key, i), context);
  });
}

const SAMPLES = { levels: [level('iteration', 'sample')], order: 'time' } as const;

function statAt(field: Field, key: string, i: number): number | null {
  const cell = field(`stats_${key}`)?.items()[i];
  return cell?.numberOrMissing() ?? null;
}

function addResult(
  head: SeriesHead,
  value: number,
  stat: (key: string) => number | null,
  { draft }: FileContext,
): void {
  const isTime = head.metric === 'time';
  const quartiles = (['q_25', 'q_75'] as const).flatMap((key) => {
    const quartile = stat(key);
    if (quartile === null) return [];
    return [{ statistic: key === 'q_25' ? 'p25' : 'p75', value: quartile, definition: 'R-7' }];
  });
  const losses: LossCode[] = quartiles.length > 0 ? ['ROUNDED'] : [];
  const statistic = {
    statistic: isTime ? 'median' : 'value',
    value,
    definition: isTime ? 'R-7' : null,
  };
  const n = stat('repeat');
  const levels = [level('iteration', 'sample')];
  draft.aggregates({ ...head, losses }, [statistic, ...quartiles], { levels, n });
}
