// Tasks of tinybench, as programs write them: JSON.stringify of bench.tasks or of { name, result } for each. The library has
// no file of its own.
import type { Draft } from './draft.ts';
import type { Format } from './format.ts';
import type { JsonNode } from './json-node.ts';
import { jsonReader } from './json-reader.ts';
import { addLatency } from './tinybench-result.ts';

export const tinybench: Format = {
  id: 'tinybench',
  tool: 'tinybench',
  made: 'JSON.stringify(bench.tasks.map(({ name, result }) => ({ name, result })))',
  about: {
    levels: 'process > iteration',
    unit: 'ms',
    better: 'lower',
    losses: [],
  },
  recognizes: ({ has }) =>
    has('[].name') && (has('[].result.latency') || has('[].result.hz') || has('[].latency.mean')),
  open: (context) =>
    jsonReader(context, {
      rows: [],
      onRow: (row) => {
        readTask(row, context.draft);
      },
      onDocument: () => undefined,
    }),
};

function readTask(task: JsonNode, draft: Draft): void {
  const name = task.need('name').text();
  const result = task.get('result') ?? task;
  // Version 2 has the latency's numbers in the result itself.
  const latency = result.get('latency') ?? (result.get('mean') === null ? null : result);
  const runtime = result.get('runtime')?.label();
  if (runtime !== undefined) draft.fact('runtime', runtime);
  draft.fact('runtimeVersion', result.get('runtimeVersion')?.label());
  if (latency === null || result.get('error') !== null) {
    draft.problems.add('CASE_FAILED', name, task.place);
    return;
  }
  const count = (latency.get('samplesCount') ?? task.get('runs'))?.count() ?? null;
  addLatency(latency, { name, place: task.place }, count, draft);
}
