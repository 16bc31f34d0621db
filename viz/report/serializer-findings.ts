// What a serializer run found, in sentences: which row for one call, which for a loop, which is small, which keeps dates.
// Nothing is said of an order that the kernel's verdicts do not give (kernel/api/logs/ranking.ts).

import type { RankedRow, Ranking, Use } from '../../kernel/api/logs/ranking.ts';
import { formatFixed, numberText } from '../text/numbers.ts';
import { listed } from '../text/words.ts';
import { languageName } from './log-words.ts';

const KIND_NAMES: Readonly<Record<string, string>> = {
  text: 'Text formats',
  binary: 'Binary formats without a schema',
  schema: 'Schema formats',
  'zero-copy': 'Zero-copy formats',
  runtime: "The runtime's own formats",
};

export const kindName = (kind: string): string =>
  Object.hasOwn(KIND_NAMES, kind) ? (KIND_NAMES[kind] ?? kind) : kind;

const USE_WORDS: Readonly<Record<Use, string>> = {
  oneCall: 'for one call',
  nowAndThen: 'for a call now and then',
  loop: 'in a loop',
};

const timeText = (ns: number): string => `${numberText(ns / 1000, { significant: 3 })} µs`;

const times = (value: number): string => numberText(value, { significant: 3, keepsZeros: true });

export interface KindRows {
  readonly kind: string;
  /** Those that do all of the work. */
  readonly rows: readonly RankedRow[];
}

export function kindsOf({ rows }: Ranking): readonly KindRows[] {
  const kinds = [...new Set(rows.map(({ kind }) => kind))].filter((kind) => kind !== '');
  return kinds
    .map((kind) => ({ kind, rows: rows.filter((row) => row.kind === kind && row.isRanked) }))
    .filter((one) => one.rows.length > 0);
}

/** The rows of a kind than which none is faster for certain; empty where nothing is ranked. */
const leadersOf = (rows: readonly RankedRow[], use: Use): readonly RankedRow[] =>
  byTime(rows, use).filter(({ standings }) => standings[use]?.rank === 1);

const byTime = (rows: readonly RankedRow[], use: Use): readonly RankedRow[] =>
  rows
    .filter(({ standings }) => standings[use] !== null)
    .sort((a, b) => (a.standings[use]?.ns ?? 0) - (b.standings[use]?.ns ?? 0));

/** The heading: cold against warm is the first decision. */
export function rankingTitle(language: string, ranking: Ranking): string {
  const name = languageName(language);
  const kinds = kindsOf(ranking).filter(({ rows }) => rows.length > 1);
  const both = kinds.flatMap(({ kind, rows }) => {
    const [loop, once] = [leadersOf(rows, 'loop'), leadersOf(rows, onceOf(ranking))];
    return loop.length === 0 || once.length === 0 ? [] : [{ kind, loop, once }];
  });
  if (both.length === 0)
    return kinds.some(({ rows }) => leadersOf(rows, 'loop').length > 0)
      ? `${name}: what leads in a loop`
      : `${name}: too few processes to rank`;
  const steady = both.flatMap(({ kind, loop, once }) => {
    const row = once.find((one) => loop.includes(one));
    return row === undefined ? [] : [`${row.serializer} (${kind})`];
  });
  const changed = both.length - steady.length;
  const alike = `${listed(steady)} ${steady.length === 1 ? 'leads' : 'lead'} for one call and in a loop`;
  if (changed === 0) return `${name}: ${alike}`;
  const others = `for one call another row leads than in a loop in ${changed} of ${both.length} kinds`;
  return steady.length === 0 ? `${name}: ${others}` : `${name}: ${alike}; ${others}`;
}

/** The first call of a process where it was measured, else the cold suite. */
const onceOf = ({ processes }: Ranking): Use => (processes.oneCall > 0 ? 'oneCall' : 'nowAndThen');

/** A sentence or two for each kind. */
export function kindFindings(ranking: Ranking): string[] {
  const uses = (['oneCall', 'nowAndThen', 'loop'] as const).filter(
    (use) => ranking.processes[use] > 1,
  );
  return kindsOf(ranking).map(({ kind, rows }) => {
    const parts = uses.flatMap((use) => useFinding(rows, use));
    const only = rows.length === 1 ? ` ${rows[0]?.serializer ?? ''} is the only row:` : '';
    const told = parts.length === 0 ? '' : `${only} ${parts.join('; ')}.`;
    return `${kindName(kind)}:${told}${repaid(rows)}${smallest(rows)}`;
  });
}

const MOST_NAMED = 3;

function useFinding(rows: readonly RankedRow[], use: Use): string[] {
  const ordered = byTime(rows, use);
  const [first, second] = ordered;
  if (first === undefined) return [];
  const timeOf = ({ standings }: RankedRow): string => timeText(standings[use]?.ns ?? 0);
  const named = (row: RankedRow): string => `${row.serializer} (${timeOf(row)})`;
  if (rows.length === 1) return [`${USE_WORDS[use]} ${timeOf(first)}`];
  const leaders = leadersOf(rows, use);
  if (leaders.length === 0 || second === undefined) return [];
  if (leaders.length > 1) {
    const more = leaders.length - MOST_NAMED;
    const names = leaders.slice(0, MOST_NAMED).map(named);
    return [
      `${USE_WORDS[use]} ${listed(more > 0 ? [...names, `${more} more`] : names)}, not told apart`,
    ];
  }
  const ratio = second.standings[use]?.ratio ?? null;
  const next =
    ratio === null
      ? ''
      : `, ${second.serializer} takes ${times(ratio.value)} times as long [${times(ratio.low)}, ${times(ratio.high)}]`;
  return [`${USE_WORDS[use]} ${named(first)}${next}`];
}

/** When the one that leads in a loop has made up for its first call: at the earliest, because it warms up meanwhile. */
function repaid(rows: readonly RankedRow[]): string {
  const [loop, once] = [leadersOf(rows, 'loop'), leadersOf(rows, 'oneCall')];
  const [warm, cold] = [loop[0], once[0]];
  if (warm === undefined || cold === undefined || loop.includes(cold) || once.includes(warm))
    return '';
  const at = (row: RankedRow, use: Use): number => row.standings[use]?.ns ?? 0;
  const [behind, gain] = [
    at(warm, 'oneCall') - at(cold, 'oneCall'),
    at(cold, 'loop') - at(warm, 'loop'),
  ];
  if (gain <= 0 || behind <= 0) return '';
  const calls = numberText(behind / gain, { significant: 2 });
  return ` ${warm.serializer} has made up for its first call after ${calls} calls at the earliest.`;
}

function smallest(rows: readonly RankedRow[]): string {
  const sizes = rows.flatMap(({ sizeBytes }) => sizeBytes ?? []);
  if (sizes.length === 0 || rows.length === 1) return '';
  const least = Math.min(...sizes);
  const names = rows.filter(({ sizeBytes }) => sizeBytes === least).map((row) => row.serializer);
  const more = names.length - MOST_NAMED;
  const shown = more > 0 ? [...names.slice(0, MOST_NAMED), `${more} more`] : names;
  return ` Smallest: ${listed(shown)} (${formatFixed(least, 0)} B).`;
}

/** What survives, over all kinds: a value that comes back is no matter of kind. */
export function fidelityFindings({ rows }: Ranking): string[] {
  const asked = rows.filter(({ isRanked, fidelity }) => isRanked && fidelity !== null);
  if (asked.length === 0) return [];
  const names = (of: readonly RankedRow[]): string => listed(of.map((row) => row.serializer));
  const dated = asked.filter(({ keepsDates }) => keepsDates === true);
  const whole = asked.filter(({ fidelity }) => fidelity?.same === fidelity?.asked);
  return [
    dated.length === 0
      ? `Without losing dates: none of the ${asked.length} rows gives a date back as a date.`
      : `Without losing dates: ${names(dated)} (${dated.length} of ${asked.length} rows).`,
    ...(whole.length === 0
      ? [`No row gives every value of the edge record back as it was.`]
      : [`Every value of the edge record comes back as it was from ${names(whole)}.`]),
  ];
}

/** How the ranks came about, or why there are none. */
export function rankingWords({ processes, dataTypes, rows }: Ranking): string[] {
  const counts = (['loop', 'oneCall', 'nowAndThen'] as const).filter((use) =>
    rows.some(({ standings }) => standings[use] !== null),
  );
  const bare = counts.filter((use) => processes[use] < 2);
  const ranked = counts.filter((use) => processes[use] > 1);
  return [
    `One object a call, bytes mode; the mean over ${listed(dataTypes)}.`,
    ...(ranked.length === 0
      ? []
      : [
          `Ranks are within a kind, because kinds solve different problems. A row ranks behind another only where the kernel's verdict over ${listed(ranked.map((use) => `${formatFixed(processes[use], 0)} processes ${USE_WORDS[use]}`))} says so: 95 % over all pairs, and at least 5 % apart.`,
        ]),
    ...bare.map((use) =>
      processes[use] === 0
        ? `The log does not say which process a call was made by: ${USE_WORDS[use]} nothing is ranked.`
        : `One process says nothing of chance: ${USE_WORDS[use]} nothing is ranked.`,
    ),
  ];
}
