// What a log's sidecar says about its run, fact by fact.

import type { Sidecar } from '../../kernel/api/logs/sidecar.ts';
import type { LogStats } from '../../kernel/api/logs/stats-file.ts';
import { count, words, type Cell, type NumberCell, type Table } from './table.ts';

const BYTES_PER_GIB = 2 ** 30;
/** The reference lists no more serializers. */
const MAX_LISTED = 40;

export function configurationTable(
  { file, groups }: Pick<LogStats, 'file' | 'groups'>,
  sidecar: Sidecar | null,
  where: string,
): Table {
  const seen = new Map(groups.map(({ serializer, version }) => [serializer, version]));
  const names = [...seen].map(([name, version]) =>
    version === '' ? name : `${name} @ ${version}`,
  );
  const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : '';
  const facts: readonly Fact[] = [
    ['source', words(file)],
    ...(sidecar === null
      ? [['machine', words('not known: no sidecar beside this file')] as const]
      : sidecarFacts(sidecar)),
    ['serializers', count(seen.size)],
    ['versions', words(`${names.slice(0, MAX_LISTED).join(', ')}${more}`)],
  ];
  return {
    caption: `What was measured, where and with what: ${where}`,
    columns: [{ title: 'Fact' }, { title: 'Value', showsUnit: true, isProse: true }],
    rows: facts.map(([name, cell]) => [words(name), cell]),
    notes: [],
  };
}

type Fact = readonly [name: string, cell: Cell];

function sidecarFacts(sidecar: Sidecar): Fact[] {
  const { threads, ramBytes, warmupRepetitions } = sidecar;
  const cpu = threads === null ? sidecar.cpu : `${sidecar.cpu} (${threads} threads)`;
  const runtimes = sidecar.runtimes.filter(([, version]) => version !== '');
  const texts = (facts: readonly (readonly [string, string])[]): Fact[] =>
    facts.flatMap(([name, text]): Fact[] => (text === '' ? [] : [[name, words(text)]]));
  const gib: NumberCell = { value: null, unit: 'GiB', digits: { decimals: 1 } };
  return [
    ...texts([
      ['run', sidecar.run],
      ['label', sidecar.label],
      ['language', sidecar.language],
      ['os', sidecar.os],
      ['cpu', sidecar.cpu === '' ? '' : cpu],
    ]),
    ...(ramBytes === null
      ? []
      : [['ram', { ...gib, value: ramBytes / BYTES_PER_GIB }] satisfies Fact]),
    ...texts([
      ['git', sidecar.git],
      ['seed', sidecar.seed],
    ]),
    ...(warmupRepetitions === null
      ? []
      : [['warmup_reps', count(warmupRepetitions)] satisfies Fact]),
    ...texts([
      ['metrics_profile', sidecar.metricsProfile],
      ['runtimes', runtimes.map((runtime) => runtime.join(' ')).join(', ')],
      ['data types', sidecar.dataTypes.join(', ')],
    ]),
  ];
}
