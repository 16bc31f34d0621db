// In which recorded facts two sides differ. It looks at no measured value.

import type { FactKind, MeasuredCase, MeasuredRun, RunFact } from './measured.ts';

export interface Difference {
  readonly field: string;
  readonly title: string;
  readonly kind: FactKind;
  readonly base: string;
  readonly new: string;
  /** The cases that it concerns; empty for a fact of the whole run. */
  readonly cases: readonly string[];
}

/** Of the runs themselves: all values of a side count. A fact that a side does not record differs from none. */
export function runDifferences(
  base: readonly MeasuredRun[],
  changed: readonly MeasuredRun[],
): Difference[] {
  const [ofBase, ofNew] = [base, changed].map((runs) =>
    valuesOf(runs.flatMap(({ facts }) => facts)),
  );
  if (ofBase === undefined || ofNew === undefined) return [];
  return differencesOf(ofBase, ofNew, []);
}

/** Of cases that both sides have; one difference of many cases stands once. */
export function caseDifferences(
  pairs: readonly {
    readonly base: readonly MeasuredCase[];
    readonly new: readonly MeasuredCase[];
  }[],
): Difference[] {
  const found = new Map<string, Difference>();
  for (const pair of pairs) {
    const [ofBase, ofNew] = [pair.base, pair.new].map((cases) =>
      valuesOf(cases.flatMap(({ facts }) => facts)),
    );
    if (ofBase === undefined || ofNew === undefined) continue;
    for (const one of differencesOf(ofBase, ofNew, [pair.base[0]?.name ?? ''])) {
      const key = JSON.stringify([one.field, one.base, one.new]);
      const cases = [...(found.get(key)?.cases ?? []), ...one.cases];
      found.set(key, { ...one, cases });
    }
  }
  return [...found.values()];
}

type Values = ReadonlyMap<string, { readonly fact: RunFact; readonly texts: ReadonlySet<string> }>;

function valuesOf(facts: readonly RunFact[]): Values {
  const found = new Map<string, { fact: RunFact; texts: Set<string> }>();
  for (const fact of facts) {
    const key = JSON.stringify([fact.field, fact.title]);
    const known = found.get(key) ?? { fact, texts: new Set<string>() };
    known.texts.add(fact.value);
    found.set(key, known);
  }
  return found;
}

function differencesOf(base: Values, changed: Values, cases: readonly string[]): Difference[] {
  return [...base].flatMap(([key, { fact, texts }]) => {
    const other = changed.get(key);
    if (other === undefined) return [];
    const [ofBase, ofNew] = [texts, other.texts].map((values) => [...values].sort().join(' and '));
    if (ofBase === ofNew) return [];
    const { field, title, kind } = fact;
    return [{ field, title, kind, base: ofBase ?? '', new: ofNew ?? '', cases }];
  });
}
