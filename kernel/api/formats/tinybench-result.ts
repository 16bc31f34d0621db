// What tinybench computes of a task, as tinybench itself and vitest write it: samples in milliseconds, sorted, often left out.
import type { SeriesHead, Draft } from './draft.ts';
import type { JsonNode } from './json-node.ts';
import { level } from './levels.ts';

const LEVELS = [level('process', 'process', 1), level('iteration', 'iteration')];
const STATISTICS = [
  ['min', 'min', null],
  ['mean', 'mean', null],
  ['sd', 'std', 'ddof 1'],
  ['p50', 'median', 'R-7'],
  ['median', 'median', 'R-7'],
  ['p75', 'p75', 'R-7'],
  ['p99', 'p99', 'R-7'],
  ['p995', 'p99.5', 'R-7'],
  ['p999', 'p99.9', 'R-7'],
  ['max', 'max', null],
] as const;

/** The latency of one task; `count` is how many samples there were where they are not in the file. */
export function addLatency(
  latency: JsonNode,
  name: Pick<SeriesHead, 'name' | 'params' | 'place'>,
  count: number | null,
  draft: Draft,
): void {
  const head: SeriesHead = { ...name, metric: 'time', unit: 'ms', better: 'lower' };
  const samples = latency.get('samples');
  if (samples !== null && samples.numbers().length > 0) {
    const options = { levels: LEVELS, order: 'sorted' } as const;
    draft.samples({ ...head, losses: ['ORDER_LOST'] }, samples.numbers(), options);
    return;
  }
  const values = STATISTICS.flatMap(([key, statistic, definition]) => {
    const node = latency.get(key);
    return node === null ? [] : [{ statistic, value: node.numberOrMissing(), definition }];
  });
  draft.aggregates(head, values, { levels: LEVELS, n: count });
}
