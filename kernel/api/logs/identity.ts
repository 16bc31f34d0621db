// What logs must share to be sessions of the same work: the machine and the versions. Logs that differ in them stand side
// by side; their numbers are in no statistic together.
import { groupBy } from './group-by.ts';
import type { SerializerLog } from './read.ts';
import type { Sidecar } from './sidecar.ts';

export interface IdentifiedLog {
  readonly log: SerializerLog;
  readonly sidecar: Sidecar | null;
}

/** In words, the first few: empty for sessions of one machine and the same versions. A machine that is not known is no same one. */
export function differencesBetween(a: IdentifiedLog, b: IdentifiedLog): readonly string[] {
  const [one, other] = [machineOf(a.sidecar), machineOf(b.sidecar)];
  const machine =
    one === null || other === null
      ? ['a machine that is not known']
      : one === other
        ? []
        : ['machine'];
  return [
    ...machine,
    ...versionDifferences(new Map(a.sidecar?.runtimes), new Map(b.sidecar?.runtimes)),
    ...versionDifferences(serializersOf(a.log), serializersOf(b.log)),
  ];
}

function machineOf(sidecar: Sidecar | null): string | null {
  if (sidecar === null) return null;
  const { machineId, cpu, os, threads, ramBytes } = sidecar;
  if (machineId === '' && cpu === '') return null;
  return JSON.stringify([machineId, cpu, os, threads, ramBytes]);
}

function serializersOf({ groups }: SerializerLog): ReadonlyMap<string, string> {
  const own = groupBy(groups, ({ key }) => `${key.language} ${key.serializer}`);
  return new Map(
    Array.from(own, ([name, all]): [string, string] => [
      name,
      [...new Set(all.flatMap(({ versions }) => [...versions]))].sort().join(' and '),
    ]),
  );
}

/** Of what both have. */
const versionDifferences = (
  a: ReadonlyMap<string, string>,
  b: ReadonlyMap<string, string>,
): readonly string[] =>
  [...a].flatMap(([name, version]) => {
    const other = b.get(name);
    return other === undefined || other === version
      ? []
      : [`${name} (${version || 'unknown'} and ${other || 'unknown'})`];
  });
