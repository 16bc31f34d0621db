// The console text of Catch2's BENCHMARK: three lines a benchmark in columns, below the name of the test case. Mean and deviation
// are bootstrap estimates with six digits. Aggregates only.
import type { Draft } from './draft.ts';
import { FormatError, type Place } from './format-error.ts';
import type { Format } from './format.ts';
import { level } from './levels.ts';
import { textReader } from './text-reader.ts';

export const catch2: Format = {
  id: 'catch2',
  tool: 'Catch2',
  made: './TESTS "[!benchmark]" > FILE',
  about: {
    levels: 'process > iteration (sample: the mean of its iterations)',
    unit: 'ns (from ns, us, ms or s per number)',
    better: 'lower',
    losses: ['AGGREGATES_ONLY', 'MEANS_OF_CALLS', 'ROUNDED', 'MACHINE_UNKNOWN'],
  },
  recognizes: ({ lines }) => lines.some((line) => HEADER.test(line)),
  open: (context) => {
    const state: State = { testCase: '', previous: '', title: '', begun: null, mean: null };
    return textReader(context, {
      onLine: (text, place) => {
        readLine(text, place, state, context.draft);
      },
      onEnd: () => {
        if (state.begun !== null)
          throw new FormatError(
            'TRUNCATED',
            context.file,
            state.begun.place.line ?? 0,
            `${state.begun.name} has no mean and deviation`,
          );
      },
    });
  },
};

const HEADER = /^benchmark name\s+samples\s+iterations\s+est/;
const DASHES = /^-{20,}$/;
const TIME = String.raw`(\d+(?:\.\d+)?(?:e[-+]?\d+)?) (ns|us|ms|s|m|h)`;
const BEGIN = new RegExp(String.raw`^(\S.*?)\s+(\d+)\s+(\d+)\s+${TIME}\s*$`);
const TIMES = new RegExp(String.raw`^\s+${TIME}\s+${TIME}\s+${TIME}\s*$`);
const NANOSECONDS: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 6e10,
  h: 3.6e12,
};
const LEVELS = [level('process', 'process', 1), level('iteration', 'sample')];

interface State {
  testCase: string;
  previous: string;
  /** The line before, when a line of dashes stood above it. */
  title: string;
  begun: { readonly name: string; readonly n: number; readonly place: Place } | null;
  mean: readonly number[] | null;
}

function readLine(text: string, place: Place, state: State, draft: Draft): void {
  const { begun, previous } = state;
  state.previous = text;
  if (begun !== null) {
    readTimes(text, place, state, draft);
    return;
  }
  const [, name, samples] = BEGIN.exec(text) ?? [];
  if (name !== undefined) state.begun = { name, n: Number(samples), place };
  // A test case's name stands between two lines of dashes.
  else if (DASHES.test(text)) state.testCase = state.title || state.testCase;
  state.title = DASHES.test(previous) && /^\S/.test(text) ? text.trim() : '';
}

function readTimes(text: string, place: Place, state: State, draft: Draft): void {
  if (state.begun === null) return;
  const found = TIMES.exec(text);
  const { name, n } = state.begun;
  if (found === null)
    throw new FormatError(
      'BAD_VALUE',
      place.file ?? '',
      place.line ?? 0,
      `${name} has no three times in this line`,
    );
  const times = [1, 3, 5].map((i) => Number(found[i]) * (NANOSECONDS[found[i + 1] ?? ''] ?? NaN));
  if (state.mean === null) {
    state.mean = times;
    return;
  }
  const [mean = NaN, low = NaN, high = NaN] = state.mean;
  const [deviation = NaN] = times;
  state.begun = null;
  state.mean = null;
  draft.aggregates(
    {
      name,
      params: { testCase: state.testCase },
      metric: 'time',
      unit: 'ns',
      better: 'lower',
      losses: ['MEANS_OF_CALLS', 'ROUNDED'],
      place,
    },
    [
      { statistic: 'mean', value: mean, definition: null },
      { statistic: 'mean low', value: low, definition: 'bootstrap, 95 %' },
      { statistic: 'mean high', value: high, definition: 'bootstrap, 95 %' },
      { statistic: 'std', value: deviation, definition: null },
    ],
    { levels: LEVELS, n },
  );
}
