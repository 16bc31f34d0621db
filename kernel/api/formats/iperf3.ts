// iperf3's --json, or the lines of --json-stream. A sample is an interval of the whole test (all streams); intervals that were
// omitted at the start are warm-ups. The file may hold -nan, and the same key twice.
import type { Draft } from './draft.ts';
import type { Format } from './format.ts';
import type { JsonNode } from './json-node.ts';
import { jsonReader } from './json-reader.ts';
import { level } from './levels.ts';

export const iperf3: Format = {
  id: 'iperf3',
  tool: 'iperf3',
  made: 'iperf3 -c HOST --json > FILE',
  about: {
    levels: 'session (test) > iteration (interval: the mean of its time)',
    unit: 'bit/s; retransmits count; jitter ms',
    better: 'higher; retransmits and jitter lower',
    losses: ['MEANS_OF_CALLS'],
  },
  recognizes: ({ has, first }) =>
    has('start.version', 'intervals') || (has('event', 'data') && first('event') === 'start'),
  open: (context) => {
    const intervals: JsonNode[] = [];
    let start: JsonNode | null = null;
    const reader = jsonReader(context, {
      rows: ['intervals'],
      onRow: (row) => {
        intervals.push(row);
      },
      onDocument: (root) => {
        const event = root.get('event')?.text() ?? null;
        const data = event === null ? null : root.get('data');
        if (event === 'start') start = data;
        else if (event === 'interval' && data !== null) intervals.push(data);
        else if (event === 'error') draftError(root, context.draft);
        else if (event === null) {
          start = root.get('start');
          if (root.get('error') !== null) draftError(root, context.draft);
        }
      },
    });
    return {
      push: reader.push,
      end: () => {
        reader.end();
        if (start !== null) readTest(start, intervals, context.draft);
      },
    };
  },
};

function draftError(node: JsonNode, draft: Draft): void {
  draft.problems.add('CASE_FAILED', node.get('error')?.label() ?? 'iperf3', node.place);
}

const METRICS = [
  ['bits_per_second', 'throughput', 'bit/s', 'higher'],
  ['retransmits', 'retransmits', 'count', 'lower'],
  ['jitter_ms', 'jitter', 'ms', 'lower'],
] as const;

function readTest(start: JsonNode, intervals: readonly JsonNode[], draft: Draft): void {
  draft.version ??= start.get('version')?.label() ?? null;
  draft.fact('system', start.get('system_info')?.label());
  draft.startedAt ??= start.get('timestamp')?.get('time')?.label() ?? null;
  const test = start.get('test_start');
  const param = (key: string): string => test?.get(key)?.label() ?? '';
  const params = {
    streams: param('num_streams'),
    reverse: param('reverse'),
    blksize: param('blksize'),
  };
  const sums = intervals.map((interval) => interval.need('sum'));
  const levels = [level('session', 'test', 1), level('iteration', 'interval')];
  const warmUp = Uint8Array.from(sums, (sum) => (sum.get('omitted')?.value === true ? 1 : 0));
  for (const [key, metric, unit, better] of METRICS) {
    if (!sums.some((sum) => sum.get(key) !== null)) continue;
    const values = Float64Array.from(sums, (sum) => sum.get(key)?.numberOrMissing() ?? NaN);
    const losses = metric === 'throughput' ? (['MEANS_OF_CALLS'] as const) : [];
    const name = param('protocol') || 'TCP';
    const head = { name, params, metric, unit, better, losses, place: start.place };
    draft.samples(head, values, { levels, order: 'time', warmUp });
  }
}
