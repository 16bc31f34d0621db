// Krun's results (.json.bz2). Values are seconds per in-process iteration, in order, for each process execution; there is one
// sample for each iteration. A process that crashed is an empty list. Nothing marks warm-ups: the tool keeps them on purpose.
import type { Format } from './format.ts';
import type { JsonNode } from './json-node.ts';
import { jsonReader } from './json-reader.ts';
import { concatenated, grouped, level } from './levels.ts';
import type { Draft } from './draft.ts';

export const krun: Format = {
  id: 'krun',
  tool: 'Krun',
  made: 'krun.py CONFIG.krun (the file CONFIG_results.json.bz2)',
  about: {
    levels: 'process (execution) > iteration',
    unit: 's',
    better: 'lower',
    losses: ['WARM_UPS_MIXED'],
  },
  recognizes: ({ has }) => has('wallclock_times'),
  open: (context) =>
    jsonReader(context, {
      onDocument: (root) => {
        readResults(root, context.draft);
      },
    }),
};

function readResults(root: JsonNode, draft: Draft): void {
  for (const [key, value] of root.get('audit')?.members() ?? [])
    if (!value.isObject && !value.isArray) draft.fact(key, value.label());
  for (const [key, executions] of root.need('wallclock_times').members()) {
    const [benchmark = key, vm = '', variant = ''] = key.split(':');
    const runs = executions.items().map((execution) => execution.numbers());
    const kept = runs.filter(({ length }) => length > 0);
    const crashed = runs.length - kept.length;
    if (crashed > 0) draft.problems.add('CASE_FAILED', key, executions.place, crashed);
    const head = {
      name: benchmark,
      params: { vm, variant },
      metric: 'time',
      unit: 's',
      better: 'lower',
      losses: ['WARM_UPS_MIXED'],
      place: executions.place,
    } as const;
    const process = grouped(
      'process',
      'execution',
      kept.map(({ length }) => length),
    );
    const levels = [process, level('iteration', 'iteration')];
    draft.samples(head, concatenated(kept), { levels, order: 'time' });
  }
}
