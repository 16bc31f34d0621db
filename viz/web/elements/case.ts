// `case`: of a source only what belongs to one case. A figure of it is then the figure of that case.

import type { Collection } from '../../../kernel/api/collection/collection.ts';
import type { LoadedRun } from '../page/load.ts';
import type { SourceContent } from './source.ts';

/** A run's case by its name (`64B`), a foreign one by its own name; null leaves everything. Throws for a name that is not there. */
export function onlyCase(content: SourceContent, name: string | null): SourceContent {
  if (name === null) return content;
  const known = casesOf(content);
  if (!known.includes(name))
    throw new Error(`there is no case ${name}; there are ${known.join(', ')}`);
  return {
    ...content,
    runs: content.runs.map((run) => runOf(run, name)),
    collections: content.collections.map((one) => collectionOf(one, name)),
  };
}

/** Every case that `case` may name. */
function casesOf({ runs, collections }: SourceContent): string[] {
  const names = [
    ...runs.flatMap(({ data }) => data.cases.map((one) => one.case)),
    ...collections.flatMap(({ series }) => series.map(({ key }) => key.name)),
  ];
  return [...new Set(names)];
}

function runOf(run: LoadedRun, name: string): LoadedRun {
  const isIt = (one: { readonly case: string }): boolean => one.case === name;
  const { data, trials } = run;
  return {
    ...run,
    data: { ...data, cases: data.cases.filter(isIt), trials: data.trials.filter(isIt) },
    trials: trials.filter(isIt),
  };
}

const collectionOf = (collection: Collection, name: string): Collection => ({
  ...collection,
  series: collection.series.filter(({ key }) => key.name === name),
});
