// criterion.rs's folder: NAME/new/sample.json beside benchmark.json, which has the name. Its files are the tool's private matter
// and changed at 0.3.3: before, a sample was [[iterations], [times]]. A time is the sum over its iterations, in nanoseconds.
import type { FileContext, Format } from './format.ts';
import { JsonNode } from './json-node.ts';
import { jsonReader } from './json-reader.ts';
import { level } from './levels.ts';
import { parseJson } from './parse-json.ts';

export const criterion: Format = {
  id: 'criterion',
  tool: 'criterion.rs',
  made: 'cargo bench (the folder target/criterion)',
  about: {
    levels: 'process > iteration (sample: its sum over its iterations, divided)',
    unit: 'ns',
    better: 'lower',
    losses: ['MEANS_OF_CALLS', 'MACHINE_UNKNOWN'],
  },
  recognizes: ({ name, has, isJson }) =>
    has('iters', 'times') || (isJson && /(?:^|\/)sample\.json$/.test(name) && has('[][]')),
  /** Of a whole folder the newest run of each benchmark; another baseline is read by naming its folder. */
  select: (names) => {
    const samples = names.filter((name) => /(?:^|\/)sample\.json$/.test(name));
    const newest = samples.filter((name) => /(?:^|\/)new\/sample\.json$/.test(name));
    const chosen = newest.length > 0 ? newest : samples;
    return chosen.length > 0 ? [chosen] : [];
  },
  open: (context) =>
    jsonReader(context, {
      onDocument: (root) => {
        readSample(root, context);
      },
    }),
};

const LEVELS = [level('process', 'process', 1), level('iteration', 'sample')];

function readSample(root: JsonNode, context: FileContext): void {
  const [first, second] = root.isArray ? root.items() : [root.need('iters'), root.need('times')];
  if (first === undefined || second === undefined)
    return root.refuse('has no iterations and times');
  const iterations = first.numbers();
  const times = second.numbers();
  if (iterations.length !== times.length)
    second.refuse(`has ${times.length} times for ${iterations.length} iteration counts`);
  if (!iterations.every((count) => count > 0)) first.refuse('has a count that is not above 0');
  const head = {
    ...nameOf(context),
    metric: 'time',
    unit: 'ns',
    better: 'lower',
    losses: ['MEANS_OF_CALLS'],
    place: root.place,
  } as const;
  const means = times.map((time, i) => time / (iterations[i] ?? NaN));
  context.draft.samples(head, means, { levels: LEVELS, order: 'time' });
}

/** From benchmark.json; without it the folders' names, in which criterion replaced what a path cannot hold. */
function nameOf({ file, sibling }: FileContext): {
  readonly name: string;
  readonly params: Readonly<Record<string, string>>;
} {
  const folder = file.replace(/[^/]*$/, '');
  const bytes = sibling(`${folder}benchmark.json`);
  if (bytes === null) {
    const parts = folder.split('/').filter((part) => part !== '' && part !== 'new');
    return { name: parts.join('/') || 'benchmark', params: {} };
  }
  const id = parseJson(`${folder}benchmark.json`, bytes);
  const value = id.get('value_str')?.text();
  const group = id.need('group_id').text();
  const name = [group, id.get('function_id')?.text()].filter((part) => part !== undefined);
  return { name: name.join('/'), params: value === undefined ? {} : { value } };
}
