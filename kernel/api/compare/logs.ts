// Serializer logs as a comparison takes them: the total of a call, a process as the unit.

import type { Workspace } from '../facade/workspace.ts';
import { groupId, type LogGroup } from '../logs/group.ts';
import type { NamedLog } from '../logs/log-set.ts';
import { batchesOf, medianOf } from './batches.ts';
import type { Lost, MeasuredCase, MeasuredRun, RunFact, Unit } from './measured.ts';

/** The library was loaded by it, and the first call of a process is a case of its own in a cold suite. */
const WARMUP_REPETITION = 0;

export function logsRun(
  workspace: Workspace,
  name: string,
  logs: readonly NamedLog[],
): MeasuredRun {
  return {
    name,
    kinds: ['a serializer log'],
    facts: factsOf(logs),
    cases: logs.flatMap(({ log, suite }) =>
      log.groups.flatMap((group) => caseOf(workspace, group, suite)),
    ),
    reference: [],
    resolvesPercent: null,
    lost: logs.flatMap(({ log }) => log.problems.flatMap(lostOf)),
  };
}

function caseOf(workspace: Workspace, group: LogGroup, suite: NamedLog['suite']): MeasuredCase[] {
  const { serializer, dataType, instances, mode, language } = group.key;
  const process = group.optional('process');
  const rows = process === null ? batchesOf(measuredRows(group)) : processesOf(group, process);
  if (rows.length === 0) return [];
  const totals = group.series('totalNs');
  const units = rows.map((places): Unit => {
    const values = places.map((row) => totals[row] ?? Number.NaN);
    return { value: medianOf(workspace, values), scheduling: null };
  });
  const size = instances === 1 ? '' : ` x ${instances}`;
  return [
    {
      key: JSON.stringify([suite, groupId(group.key)]),
      name: `${serializer} ${dataType}${size} ${mode} (${language}, ${suite})`,
      metric: 'total of a call, median',
      unit: 'ns',
      better: 'lower',
      units,
      unitWord: process === null ? 'batch' : 'process',
      step: 0,
      isNoiseOnly: false,
      facts: [
        noted('version', `version of ${serializer}`, [...group.versions].sort().join(', ')),
        noted(
          'nativeKind',
          `native kind of ${serializer}`,
          [...group.nativeKinds].sort().join(', '),
        ),
      ],
    },
  ];
}

const noted = (field: string, title: string, value: string): RunFact => ({
  ...{ field, title, value },
  kind: 'noted',
});

const isMeasured = (group: LogGroup) => {
  const repetition = group.series('repetition');
  return (row: number): boolean => repetition[row] !== WARMUP_REPETITION;
};

const measuredRows = (group: LogGroup): number[] =>
  Array.from({ length: group.count }, (_, row) => row).filter(isMeasured(group));

function processesOf(group: LogGroup, process: Float64Array): number[][] {
  const found = new Map<number, number[]>();
  const measured = isMeasured(group);
  process.forEach((number, row) => {
    if (Number.isNaN(number) || !measured(row)) return;
    const rows = found.get(number) ?? [];
    rows.push(row);
    found.set(number, rows);
  });
  return [...found].sort(([a], [b]) => a - b).map(([, rows]) => rows);
}

/** Rows that did not become a number; the problems say where the first one stands. */
function lostOf(problem: NamedLog['log']['problems'][number]): Lost[] {
  if (!problem.dropped && problem.code !== 'FAILED_CALL') return [];
  const why = `rows passed over (${problem.code}, first in line ${problem.firstLine})`;
  return [{ subject: problem.file, why, count: problem.count }];
}

/** Of all sidecars together; a log without one says nothing of its machine. */
function factsOf(logs: readonly NamedLog[]): RunFact[] {
  const texts = new Map<string, { readonly kind: RunFact['kind']; readonly values: Set<string> }>();
  const note = (title: string, kind: RunFact['kind'], value: string): void => {
    if (value === '') return;
    const known = texts.get(title) ?? { kind, values: new Set<string>() };
    known.values.add(value);
    texts.set(title, known);
  };
  for (const { sidecar } of logs) {
    if (sidecar === null) continue;
    note('processor', 'machine', sidecar.cpu);
    note('number of processors', 'machine', String(sidecar.threads ?? ''));
    note('memory in bytes', 'machine', String(sidecar.ramBytes ?? ''));
    note('operating system', 'machine', sidecar.os);
    note('machine', 'machine', sidecar.machineId);
    for (const [runtime, version] of sidecar.runtimes) note(runtime, 'noted', version);
    note('commit', 'noted', sidecar.git);
    note('seed', 'noted', sidecar.seed);
  }
  return [...texts].map(([title, { kind, values }]) => ({
    ...{ field: title, title, kind },
    value: [...values].sort().join(', '),
  }));
}
