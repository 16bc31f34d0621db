// k6's end-of-test summary (--summary-export, or handleSummary's JSON). Aggregates only. In the old layout a threshold that says
// false was not breached; thresholds are no measurement and are passed over. Tags of a sub-metric stand in its name.
import type { Draft } from './draft.ts';
import type { Format } from './format.ts';
import type { JsonNode } from './json-node.ts';
import { jsonReader } from './json-reader.ts';
import { level } from './levels.ts';

export const k6: Format = {
  id: 'k6',
  tool: 'k6',
  made: 'k6 run --summary-export FILE SCRIPT',
  about: {
    levels: 'session (test)',
    unit: 'trends ms; data B; others count',
    better: 'times lower; rates and counts unknown',
    losses: ['AGGREGATES_ONLY', 'MACHINE_UNKNOWN'],
  },
  recognizes: ({ has }) => has('metrics', 'root_group') || has('metrics.iterations', 'metrics.vus'),
  open: (context) =>
    jsonReader(context, {
      onDocument: (root) => {
        for (const [name, metric] of root.need('metrics').members())
          readMetric(name, metric, context.draft);
      },
    }),
};

const LEVELS = [level('session', 'test', 1)];
const NAMES: Readonly<Record<string, string>> = { avg: 'mean', med: 'median', 'p(50)': 'median' };

function readMetric(key: string, metric: JsonNode, draft: Draft): void {
  // The newer layout has the type and puts the numbers into values.
  const values = metric.get('values') ?? metric;
  const [, name = key, tags = ''] = /^([^{]*)(?:\{(.*)\})?$/.exec(key) ?? [];
  const params = Object.fromEntries(tags.split(',').filter(Boolean).map(tagOf));
  const numbers = values
    .members()
    .filter(([statistic]) => !/^(?:thresholds|type|contains|passes|fails)$/.test(statistic));
  const isTrend = values.get('avg') !== null || values.get('med') !== null;
  const isData = /^data_(?:sent|received)$/.test(name);
  // A rate counts passes among all: its value is between 0 and 1.
  const isShare = values.get('passes') !== null || values.get('fails') !== null;
  const contains = metric.get('contains')?.label() ?? '';
  const isTime =
    isTrend &&
    (contains === 'time' ||
      (contains === '' &&
        /_duration$|_waiting$|_blocked$|_connecting$|_tls_handshaking$|_sending$|_receiving$|_time$/.test(
          name,
        )));
  const head = {
    name,
    params,
    metric: isTime ? 'time' : name,
    unit: isTime ? 'ms' : isData ? 'B' : isTrend ? null : isShare ? 'share' : 'count',
    better: isTime ? 'lower' : null,
    place: metric.place,
  } as const;
  const statistics = numbers.map(([statistic, value]) => ({
    statistic: NAMES[statistic] ?? statistic.replace(/^p\((.*)\)$/, 'p$1'),
    value: value.numberOrMissing(),
    definition: /^(?:med|p\()/.test(statistic) ? 'R-7' : null,
  }));
  const about = { levels: LEVELS, n: null };
  // What a counter counts a second is of another unit than what it counts.
  const isCounter = !isTrend && !isShare && values.get('count') !== null;
  const isRate = ({ statistic }: { readonly statistic: string }): boolean =>
    isCounter && statistic === 'rate';
  draft.aggregates(
    head,
    statistics.filter((one) => !isRate(one)),
    about,
  );
  const rates = statistics.filter(isRate);
  const perSecond = { ...head, metric: 'throughput', unit: isData ? 'B/s' : '1/s' };
  if (rates.length > 0) draft.aggregates(perSecond, rates, about);
}

/** `name:value`; the value may hold colons. */
function tagOf(tag: string): [string, string] {
  const [, name = tag, value = ''] = /^([^:]*):([^]*)$/.exec(tag) ?? [];
  return [name.trim(), value.trim()];
}
