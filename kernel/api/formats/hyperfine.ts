// hyperfine's --export-json. A sample is a whole process. Times are always seconds: --time-unit changes other exports only.
import type { Level } from '../collection/collection.ts';
import type { FileContext, Format } from './format.ts';
import type { JsonNode } from './json-node.ts';
import { jsonReader } from './json-reader.ts';
import { level } from './levels.ts';
import type { Draft, SeriesHead } from './draft.ts';

const LEVELS: readonly Level[] = [level('process', 'run')];

export const hyperfine: Format = {
  id: 'hyperfine',
  tool: 'hyperfine',
  made: 'hyperfine --export-json FILE COMMAND…',
  about: {
    levels: 'process (run)',
    unit: 's; memory B',
    better: 'lower',
    losses: ['MACHINE_UNKNOWN'],
  },
  recognizes: ({ has }) =>
    has('results[].command') && (has('results[].mean') || has('results[].times')),
  open: (context: FileContext) =>
    jsonReader(context, {
      rows: ['results'],
      onRow: (row) => {
        readResult(row, context.draft);
      },
      onDocument: () => undefined,
    }),
};

function readResult(row: JsonNode, draft: Draft): void {
  const parameters = row.get('parameters')?.members() ?? [];
  const head: SeriesHead = {
    name: row.need('command').text(),
    params: Object.fromEntries(parameters.map(([name, value]) => [name, value.text()])),
    metric: 'time',
    unit: 's',
    better: 'lower',
    place: row.place,
  };
  const times = row.get('times');
  if (times === null) readSummary(row, head, draft);
  else draft.samples(head, times.numbers(), { levels: LEVELS, order: 'time' });
  const memory = row.get('memory_usage_byte');
  if (memory !== null) {
    const bytes = { ...head, metric: 'memory', unit: 'B' };
    draft.samples(bytes, memory.numbers(), { levels: LEVELS, order: 'time' });
  }
  const codes = row.get('exit_codes')?.items() ?? [];
  // A code is null when a signal ended the process: that run was measured all the same.
  const failed = codes.filter(({ value }) => value !== 0).length;
  if (failed > 0) draft.problems.add('CASE_FAILED', head.name, row.place, failed);
}

const STATISTICS = [
  ['mean', 'mean', null],
  ['std', 'stddev', 'ddof 1'],
  ['median', 'median', 'R-7'],
  ['min', 'min', null],
  ['max', 'max', null],
] as const;

/** Files from which the times were taken out (they are the larger part). */
function readSummary(row: JsonNode, head: SeriesHead, draft: Draft): void {
  const statistics = STATISTICS.flatMap(([statistic, key, definition]) => {
    const value = row.get(key)?.numberOrMissing() ?? null;
    return value === null ? [] : [{ statistic, value, definition }];
  });
  draft.aggregates(head, statistics, { levels: LEVELS, n: null });
}
