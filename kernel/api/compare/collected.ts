// What another tool measured, as a comparison takes it: a Collection's series are the cases, the outermost level that repeats is
// the unit.

import { keyText, measuredOf } from '../collection/collection.ts';
import type { Collection, Level, Series } from '../collection/collection.ts';
import { partsOf } from '../collection/parts.ts';
import type { Workspace } from '../facade/workspace.ts';
import { batchesOf, dealt, medianOf } from './batches.ts';
import type { FactKind, Lost, MeasuredCase, MeasuredRun, RunFact, UnitWord } from './measured.ts';

export function collectedRun(
  workspace: Workspace,
  name: string,
  collections: readonly Collection[],
): MeasuredRun {
  return {
    name,
    kinds: [...new Set(collections.map(({ source }) => `results of ${source.tool}`))],
    facts: collections.flatMap(factsOf),
    cases: collections.flatMap(({ series }) => series.map((one) => caseOf(workspace, one))),
    reference: [],
    resolvesPercent: null,
    lost: collections.flatMap(lostOf),
  };
}

/** Files of plain numbers say nothing of who made them. */
const NO_TOOL: readonly string[] = ['csv-numbers', 'json-numbers'];

/** What a machine is told by, in the words of the tools; everything else that a file says of it is noted. */
const MACHINE = new RegExp(
  `^(?:${[
    ...['host_?name', 'node', 'cpu', 'cpu_model_name', 'ProcessorName', 'processor'],
    ...['cpu_count', 'num_cpus', 'LogicalCoreCount', 'arch', 'Architecture', 'goarch', 'machine'],
    ...['ram', 'goos', 'os', 'OsVersion', 'system', 'release'],
  ].join('|')})$`,
);

function factsOf({ source }: Collection): RunFact[] {
  const { format, tool, version, machine } = source;
  const fact = (field: string, title: string, kind: FactKind, value: unknown): RunFact => ({
    ...{ field, title, kind },
    value: String(value),
  });
  return [
    ...(NO_TOOL.includes(format) ? [] : [fact('tool', 'tool', 'measuring', tool)]),
    ...(version === null ? [] : [fact('version', `version of ${tool}`, 'noted', version)]),
    ...Object.entries(machine ?? {}).map(([name, value]) =>
      fact(`machine.${name}`, name, MACHINE.test(name) ? 'machine' : 'noted', value),
    ),
  ];
}

function caseOf(workspace: Workspace, series: Series): MeasuredCase {
  const { key, better, losses } = series;
  const scale = scaleOf(series.unit);
  const found = unitsOf(workspace, series);
  const metric = found.statistic === '' ? key.metric : `${key.metric}, ${found.statistic}`;
  const params = Object.entries(key.params).map(([name, value]) => `${name}=${value}`);
  return {
    key: keyText({ ...key, metric }),
    name: params.length === 0 ? key.name : `${key.name} (${params.join(', ')})`,
    metric,
    unit: scale.unit,
    better,
    units: found.values.map((value) => ({ value: value * scale.factor, scheduling: null })),
    unitWord: found.word,
    step: 0,
    isNoiseOnly: false,
    isHistogram: series.data.kind === 'histogram',
    facts: [
      { field: 'unit', title: 'unit', kind: 'measuring', value: scale.unit ?? 'unknown' },
      ...[...new Set(losses.map(({ code }) => code))].map((code): RunFact => ({
        field: `loss.${code}`,
        title: code,
        kind: 'noted',
        value: 'yes',
      })),
    ],
  };
}

/** One tool writes one case in µs and the next in ms. */
const SCALES: Readonly<Record<string, number>> = { ns: 1, us: 1e3, ms: 1e6, s: 1e9 };

function scaleOf(unit: string | null): { readonly unit: string | null; readonly factor: number } {
  const factor = SCALES[unit ?? ''];
  return factor === undefined ? { unit, factor: 1 } : { unit: 'ns', factor };
}

interface UnitValues {
  readonly values: readonly number[];
  readonly word: UnitWord;
  /** What the tool computed itself, by its name; empty where samples are there. */
  readonly statistic: string;
}

const NO_UNITS: UnitValues = { values: [], word: 'iteration', statistic: '' };

function unitsOf(workspace: Workspace, series: Series): UnitValues {
  const { data } = series;
  if (data.kind === 'aggregates') return ofTool(data.statistics);
  const measured = measuredOf(series);
  if (measured === null) return NO_UNITS;
  const values = [...measured.values];
  const at = outermost(series.levels, measured.unitsOf);
  const [level, places] = [series.levels[at], measured.unitsOf[at] ?? null];
  if (level === undefined) return NO_UNITS;
  if (places !== null)
    return {
      values: partsOf(values, places).map((part) => medianOf(workspace, part)),
      word: level.name,
      statistic: '',
    };
  if (level.name !== 'iteration' || values.length <= MOST_SINGLE)
    return { values, word: level.name, statistic: '' };
  const inTime = series.order === 'time' ? values : dealt(workspace, values);
  const batches = batchesOf(inTime).map((batch) => medianOf(workspace, batch));
  return { values: batches, word: 'batch', statistic: '' };
}

/** A tool that repeats up to this often runs whole benchmarks; more are calls of one. */
const MOST_SINGLE = 30;

/** The outermost level that repeats; the innermost one where none does. */
function outermost(
  levels: readonly Level[],
  unitsOfLevels: readonly (Uint32Array | null)[],
): number {
  return levels.findIndex(
    (_, index) => new Set(unitsOfLevels[index] ?? []).size > 1 || index === levels.length - 1,
  );
}

/** In this order: what a tool computed is compared with the same statistic of the same tool, or not at all. */
const OF_TOOLS = ['median', 'p50', 'mean', 'value'] as const;

function ofTool(
  statistics: readonly { readonly statistic: string; readonly value: number }[],
): UnitValues {
  for (const name of OF_TOOLS) {
    const found = statistics.find(({ statistic }) => statistic === name);
    if (found !== undefined)
      return { values: [found.value], word: 'aggregate', statistic: `${name} of the tool` };
  }
  return NO_UNITS;
}

/** What is no result and what only reads oddly is not lost. */
const LOST = ['VALUE_MISSING', 'CASE_FAILED', 'CASE_SKIPPED', 'CASE_EMPTY', 'TRUNCATED'];

const lostOf = ({ problems, source }: Collection): Lost[] =>
  problems
    .filter(({ code }) => LOST.includes(code))
    .map(({ code, subject, count, file, line }) => ({
      subject: subject === '' ? (file ?? source.format) : subject,
      why: `values missing (${code}${line === null ? '' : `, first in line ${line}`})`,
      count,
    }));
