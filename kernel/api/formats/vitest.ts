// vitest bench --outputJson. The samples of a benchmark are an empty array unless includeSamples is set.
import type { Format } from './format.ts';
import { jsonReader } from './json-reader.ts';
import { addLatency } from './tinybench-result.ts';

export const vitest: Format = {
  id: 'vitest',
  tool: 'vitest bench',
  made: 'vitest bench --outputJson FILE',
  about: {
    levels: 'process > iteration',
    unit: 'ms',
    better: 'lower',
    losses: ['MACHINE_UNKNOWN'],
  },
  recognizes: ({ has }) => has('files[].groups[].benchmarks'),
  open: (context) =>
    jsonReader(context, {
      rows: ['files'],
      onRow: (file) => {
        const path = file.need('filepath').text();
        for (const group of file.need('groups').items())
          for (const each of group.need('benchmarks').items()) {
            const name = each.need('name').text();
            const params = { file: path, group: group.need('fullName').text() };
            const count = each.get('sampleCount')?.count() ?? null;
            addLatency(each, { name, params, place: each.place }, count, context.draft);
          }
      },
      onDocument: () => undefined,
    }),
};
