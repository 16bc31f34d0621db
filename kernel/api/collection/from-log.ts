// Serializer logs as a Collection: each group's total, writing and reading time, and its size.

import type { LogGroup } from '../logs/group.ts';
import type { NamedLog } from '../logs/log-set.ts';
import type { LogProblem } from '../logs/problems.ts';
import { processOfRows } from '../logs/processes.ts';
import type { Sidecar } from '../logs/sidecar.ts';
import type {
  Collection,
  Facts,
  Level,
  Note,
  ProblemCode,
  Series,
  SourceFile,
} from './collection.ts';

/** The logs of one source, with the files that they were read from. */
export function logsCollection(
  logs: readonly NamedLog[],
  files: readonly SourceFile[],
): Collection {
  const sidecars = logs.flatMap(({ sidecar }) => sidecar ?? []);
  const starts = sidecars.map(({ run }) => run).filter((run) => run !== '');
  return {
    source: {
      format: 'serializers',
      tool: sidecars.some(({ rows }) => rows.length > 0) ? 'echometer' : 'serializer log',
      version: null,
      files,
      machine: machineOf(sidecars),
      startedAt: starts.sort()[0] ?? null,
    },
    series: logs.flatMap((log) => log.log.groups.flatMap((group) => seriesOf(log, group, logs))),
    problems: logs.flatMap(({ log }) => log.problems.map(noteOf)),
  };
}

const TIMES = [
  ['totalNs', 'total'],
  ['serNs', 'serialize'],
  ['deserNs', 'deserialize'],
] as const;

function seriesOf(named: NamedLog, group: LogGroup, all: readonly NamedLog[]): Series[] {
  const { suite, log } = named;
  const { serializer, dataType, typeConfigHash, instances, mode, language } = group.key;
  // Two logs of one suite have the same groups: then a group says which log it is of.
  const alike = all.filter((one) => one.suite === suite && one.log.languages.includes(language));
  const params = {
    ...{ data: dataType, instances: String(instances), mode, language, suite },
    ...(typeConfigHash === '' ? {} : { config: typeConfigHash }),
    ...(alike.length > 1 ? { log: log.file } : {}),
  };
  const repetitions = group.series('repetition');
  const warmUp = Uint8Array.from(repetitions, (repetition) => (repetition === 0 ? 1 : 0));
  const marks = warmUp.includes(1) ? warmUp : null;
  const about = {
    levels: levelsOf(named, group, warmUp),
    order: 'time',
    warmUp: marks,
    losses: suite === 'warm' ? [meansOfCalls(log.file)] : [],
  } as const;
  const times = TIMES.map(([column, metric]): Series => ({
    key: { name: serializer, params, metric },
    unit: 'ns',
    better: 'lower',
    data: { kind: 'samples', values: Float64Array.from(group.series(column)) },
    ...about,
  }));
  const sizes = group.series('size');
  if (sizes.some((size) => !Number.isFinite(size))) return times;
  return [
    ...times,
    {
      ...about,
      key: { name: serializer, params, metric: 'size' },
      unit: 'B',
      better: 'lower',
      data: { kind: 'samples', values: Float64Array.from(sizes) },
      losses: [],
    },
  ];
}

const meansOfCalls = (file: string): Series['losses'][number] => ({
  code: 'MEANS_OF_CALLS',
  subject: 'time',
  count: 1,
  file,
  line: null,
});

/** A log without marks of its processes is one run, and its calls are not told apart. */
function levelsOf({ suite }: NamedLog, group: LogGroup, warmUp: Uint8Array): readonly Level[] {
  const measured = warmUp.reduce((sum, mark) => sum + 1 - mark, 0);
  const session: Level = { name: 'session', word: 'log', count: 1, unitOf: null };
  const word = suite === 'warm' ? 'sample' : 'call';
  const iteration: Level = { name: 'iteration', word, count: measured, unitOf: null };
  // A round of a warm suite is a fresh process each.
  const marks = processOfRows(group) ?? group.optional('round');
  if (marks === null || marks.some((mark) => Number.isNaN(mark))) return [session, iteration];
  const numbers = [...new Set(marks)].sort((a, b) => a - b);
  const unitOf = Uint32Array.from(marks, (mark) => numbers.indexOf(mark));
  const process: Level = { name: 'process', word: 'process', count: numbers.length, unitOf };
  return [session, process, iteration];
}

/** Null when nothing says it, or when several logs say different things: a fact of one is none of all. */
function machineOf(sidecars: readonly Sidecar[]): Facts | null {
  const all = sidecars.map(factsOf);
  const [first] = all;
  if (first === undefined) return null;
  const shared = Object.entries(first).filter(([name, value]) =>
    all.every((facts) => facts[name] === undefined || facts[name] === value),
  );
  return shared.length === 0 ? null : Object.fromEntries(shared);
}

function factsOf({ os, cpu, threads, ramBytes, machineId, runtimes, git }: Sidecar): Facts {
  const facts: Record<string, string | number | null> = {
    os,
    cpu,
    threads,
    ramBytes,
    machineId,
    git,
  };
  for (const [name, version] of runtimes) facts[`runtime.${name}`] = version;
  const known = Object.entries(facts).filter(([, value]) => value !== null && value !== '');
  return Object.fromEntries(known) as Facts;
}

/** The log's own code stands in the subject. */
function noteOf({ code, subject, file, firstLine, count, dropped }: LogProblem): Note<ProblemCode> {
  const said = subject === '' ? code : `${code}: ${subject}`;
  return {
    code: CODES[code] ?? (dropped ? 'ROW_IGNORED' : 'ROW_DOUBTFUL'),
    subject: said,
    count,
    file,
    line: firstLine,
  };
}

const CODES: Readonly<Partial<Record<LogProblem['code'], ProblemCode>>> = {
  FAILED_CALL: 'CASE_FAILED',
  TRUNCATED_ROW: 'TRUNCATED',
  NO_ROWS: 'CASE_EMPTY',
};
