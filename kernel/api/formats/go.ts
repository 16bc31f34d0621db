// The text of `go test -bench`, as golang.org/design/14313-benchmark-format describes it and golang/perf's benchfmt reads it. A
// line is a run of -count: the mean of its iterations. All runs of a package share a process.
import type { SeriesKey } from '../collection/collection.ts';
import type { Draft } from './draft.ts';
import { FormatError, type Place } from './format-error.ts';
import type { FileContext, Format } from './format.ts';
import { isMissingWord } from './json-number.ts';
import { level } from './levels.ts';
import { textReader } from './text-reader.ts';
import { measureOf } from './units.ts';

export const go: Format = {
  id: 'go',
  tool: 'go test -bench',
  made: 'go test -bench . -count 10 > FILE',
  about: {
    levels: 'process > iteration (a run of -count: the mean of its iterations)',
    unit: 'per value: ns/op, B/op, MB/s, or any word',
    better: 'lower for times, bytes, allocations; higher for rates; Unit lines',
    losses: ['MEANS_OF_CALLS'],
  },
  recognizes: ({ lines }) => lines.some((line) => RESULT.test(line)),
  open: (context) => {
    const state: State = { config: new Map(), cases: new Map(), units: new Map() };
    return textReader(context, {
      onLine: (text, place) => {
        readLine(text, place, state, context);
      },
      onEnd: () => {
        for (const each of state.cases.values()) addCase(each, state, context.draft);
      },
    });
  },
};

interface State {
  /** `key: value` lines hold for the results below them. */
  readonly config: Map<string, string>;
  readonly cases: Map<string, Case>;
  /** `better` of `Unit` lines. */
  readonly units: Map<string, 'lower' | 'higher'>;
}

interface Case {
  readonly key: Pick<SeriesKey, 'name' | 'params'>;
  readonly unit: string;
  readonly place: Place;
  readonly values: number[];
}

const RESULT = /^Benchmark\S*\s+\d+\s+\S+\s+\S/;
const BEGUN = /^Benchmark(\S*)\s+(\d+)(?:\s+(.*))?$/;
const CONFIG = /^(\p{Ll}[^\s\p{Lu}:]*):(?:[ \t]+(.*))?$/u;
/** Of the configuration, what tells cases apart; the rest is about the machine. */
const IDENTITY = new Set(['pkg']);

function readLine(text: string, place: Place, state: State, { draft }: FileContext): void {
  const result = BEGUN.exec(text);
  if (result !== null) {
    readResult(result, place, state);
    return;
  }
  const unit = /^Unit\s+(\S+)\s+(.*)$/.exec(text);
  if (unit !== null) {
    const better = /(?:^|\s)better=(lower|higher)(?:\s|$)/.exec(unit[2] ?? '')?.[1];
    if (better === 'lower' || better === 'higher') state.units.set(unit[1] ?? '', better);
    return;
  }
  const config = CONFIG.exec(text);
  if (config !== null) {
    const [, key = '', value = ''] = config;
    state.config.set(key, value);
    if (!IDENTITY.has(key)) draft.fact(key, value);
  } else if (text.trim() !== '' && !/^(?:PASS|FAIL|ok\s|Benchmark\S*$)/.test(text))
    draft.problems.add('LINES_IGNORED', '', place);
}

function readResult(result: RegExpExecArray, place: Place, state: State): void {
  const [, name = '', , rest = ''] = result;
  const fields = rest.split(/\s+/).filter((field) => field !== '');
  const refuse = (cause: string): never => {
    throw new FormatError('BAD_VALUE', place.file ?? '', place.line ?? 0, cause);
  };
  if (fields.length === 0) refuse('a result without a measurement');
  if (fields.length % 2 === 1) refuse(`${fields.at(-1) ?? ''} has no unit`);
  // The last -N is GOMAXPROCS, unless it is 1.
  const [, bare = name, procs] = /^(.*?)(?:-(\d+))?$/.exec(name) ?? [];
  const pkg = state.config.get('pkg') ?? '';
  const params = { ...(pkg !== '' && { pkg }), ...(procs !== undefined && { procs }) };
  for (let i = 0; i < fields.length; i += 2) {
    const [written = '', unit = ''] = fields.slice(i, i + 2);
    const isMissing = isMissingWord(written);
    const value = Number(written);
    if (Number.isNaN(value) && !isMissing) refuse(`${written} is no number`);
    const key = JSON.stringify([bare, params, unit]);
    const known = state.cases.get(key);
    if (known !== undefined) known.values.push(isMissing ? NaN : value);
    else state.cases.set(key, { key: { name: bare, params }, unit, place, values: [value] });
  }
}

function addCase({ key, unit, place, values }: Case, state: State, draft: Draft): void {
  const measure = measureOf(unit);
  const isAllocations = unit === 'allocs/op';
  const head = {
    ...key,
    metric: isAllocations ? 'allocations' : measure.metric === 'value' ? unit : measure.metric,
    unit: measure.unit,
    better: state.units.get(unit) ?? (isAllocations ? 'lower' : measure.better),
    losses: ['MEANS_OF_CALLS'] as const,
    place,
  };
  const levels = [level('process', 'process', 1), level('iteration', 'run')];
  draft.samples(head, Float64Array.from(values), { levels, order: 'time' });
}
