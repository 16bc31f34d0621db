// When the values of a history were measured: one occasion a result, or one a commit where a file holds many.

import type { Collection, Series } from '../collection/collection.ts';

export interface Occasion {
  /** The file or folder, or the commit. */
  readonly name: string;
  /** As the file writes it; null when it does not say. */
  readonly at: string | null;
  readonly tool: string;
}

/** What one source says, by the name that the user knows it by. */
export interface Result {
  readonly name: string;
  readonly collection: Collection;
}

export interface Occasions {
  /** By time where every result says its time; otherwise as the sources were named. */
  readonly order: 'time' | 'arguments';
  readonly occasions: readonly Occasion[];
  /** Of the value with this index of a series of the collection with that index, its place in `occasions`. */
  readonly placeOf: (collection: number, series: Series) => (moment: number) => number;
}

interface Named extends Occasion {
  readonly id: string;
}

export function occasionsOf(results: readonly Result[]): Occasions {
  const known = new Map<string, Named>();
  results.forEach((result, index) => {
    for (const one of named(result, index)) if (!known.has(one.id)) known.set(one.id, one);
  });
  const inOrder = [...known.values()];
  const times = new Map(inOrder.map(({ id, at }) => [id, timeOf(at)]));
  const isTimed = [...times.values()].every((time) => Number.isFinite(time));
  // Sorting is stable: results of one time stay as they were named.
  if (isTimed) inOrder.sort((a, b) => (times.get(a.id) ?? 0) - (times.get(b.id) ?? 0));
  const places = new Map(inOrder.map(({ id }, place) => [id, place]));
  return {
    order: isTimed ? 'time' : 'arguments',
    occasions: inOrder.map(({ name, at, tool }) => ({ name, at, tool })),
    placeOf:
      (collection, { moments }) =>
      (moment) =>
        places.get(idOf(collection, moments?.[moment])) ?? 0,
  };
}

type Moment = NonNullable<Series['moments']>[number];

const idOf = (collection: number, moment: Moment | undefined): string =>
  JSON.stringify([collection, moment?.id ?? null, moment?.at ?? null]);

function named({ name, collection }: Result, index: number): Named[] {
  const { source, series } = collection;
  const tool = [source.tool, source.version].filter((part) => part !== null).join(' ');
  const own: Named[] = series.flatMap(({ moments = [] }) =>
    moments.map((moment) => ({ id: idOf(index, moment), name: moment.id, at: moment.at, tool })),
  );
  if (series.every(({ moments }) => moments !== undefined)) return own;
  return [...own, { id: idOf(index, undefined), name, at: source.startedAt, tool }];
}

/** Where a text names no zone, all files of one tool mean the same: UTC stands for it. */
function timeOf(at: string | null): number {
  if (at === null) return NaN;
  const isLocal = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(at);
  return Date.parse(isLocal ? `${at.replace(' ', 'T')}Z` : at);
}
