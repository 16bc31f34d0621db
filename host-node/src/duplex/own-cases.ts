// Cases of the user's own in a run: read from `--case` and `--cases`, or from the run.json of a run that is resumed.
import { readFileSync } from 'node:fs';

import { selectCases } from '../../../kernel/api/run/cases.ts';
import type { CaseList, DuplexCase } from '../../../kernel/api/run/cases.ts';
import {
  caseOfObject,
  caseOfWords,
  casesOfFile,
  ownSuite,
} from '../../../kernel/api/run/own-cases.ts';
import type { OwnCase } from '../../../kernel/api/run/own-cases.ts';
import type { RunFile } from '../../../kernel/api/run/results.ts';
import { reasonOf, usageError } from '../errors.ts';

export interface OwnCaseOptions {
  /** `--case`, each as it was written. */
  readonly case: readonly string[];
  /** The file of `--cases`. */
  readonly cases: string | null;
}

export function readOwnCases({ case: words, cases: file }: OwnCaseOptions): OwnCase[] {
  const own = words.map(caseOfWords);
  return file === null ? own : [...own, ...casesOfFile(textOf(file), file)];
}

/** As they were when the run began. */
export const plannedOwnCases = ({ ownCases = [] }: RunFile): OwnCase[] =>
  ownCases.map((one, index) => caseOfObject(one, `run.json: ownCases[${index}]`));

export const withOwn = (list: CaseList, own: readonly OwnCase[]): CaseList => ({
  ...list,
  cases: [...list.cases, ...ownSuite(own)],
});

/** Own cases alone, unless `--only` names others beside them. */
export function chosenCases(
  list: CaseList,
  own: readonly OwnCase[],
  only: string | null,
): DuplexCase[] {
  if (own.length === 0) return selectCases(list, only);
  const all = withOwn(list, own);
  const named = new Set(only === null ? [] : selectCases(all, only));
  return all.cases.filter((entry) => entry.suite === 'own' || named.has(entry));
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw usageError('NO_CASES', file, `cannot read ${file} (${reasonOf(error)})`, 'name a file');
  }
}
