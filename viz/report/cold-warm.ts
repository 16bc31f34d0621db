// Cold against warm in words: how the order of the same rows changes, and by which numbers.

import type { Workspace } from '../../kernel/api/facade/workspace.ts';
import { rankChanges, rankFacts } from '../../kernel/api/logs/cold-warm.ts';
import type { RankChange, RankFacts } from '../../kernel/api/logs/cold-warm.ts';
import { unrankedRows } from '../../kernel/api/logs/sidecar.ts';
import { formatFixed, numberText } from '../text/numbers.ts';
import { languageName, type LogPart } from './log-words.ts';
import { slug, type Section } from './page.ts';

/** For a language that has a cold and a warm log; of several the last of each. */
export function reasonSection(
  language: string,
  parts: readonly LogPart[],
  workspace: Workspace,
): Section[] {
  const cold = parts.filter(({ suite }) => suite !== 'warm').at(-1);
  const warm = parts.filter(({ suite }) => suite === 'warm').at(-1);
  if (cold === undefined || warm === undefined) return [];
  const { sidecar } = warm.file;
  const { groups, warmUps } = warm.log;
  const changes = rankChanges(cold.log.groups, groups, warmUps, unrankedRows(sidecar));
  if (changes.length === 0) return [];
  const builtIn = (sidecar?.rows ?? []).filter(({ library }) => BUILT_IN.has(library));
  const facts = rankFacts(changes, new Set(builtIn.map(({ name }) => name)), workspace);
  const title = `${languageName(language)}: cold against warm`;
  const cause = Object.hasOwn(CAUSE, language) ? CAUSE[language] : undefined;
  return [
    {
      id: slug(title),
      title: `${languageName(language)}: why cold and warm have other orders`,
      level: 3,
      paragraphs: cause === undefined ? [] : [cause],
      items: factLines(language, changes, facts),
    },
  ];
}

/** What rows of the runtime itself name as their library, in JavaScript, Python and Swift. */
const BUILT_IN: ReadonlySet<string> = new Set(['built-in', 'standard library', 'Foundation']);

const ratio = (value: number): string => numberText(value, { significant: 2, keepsZeros: true });

function factLines(
  language: string,
  changes: readonly RankChange[],
  { gains, thirds, stays, correlation }: RankFacts,
): string[] {
  const builtInName = Object.hasOwn(BUILT_IN_NAME, language) ? BUILT_IN_NAME[language] : undefined;
  return [
    ...gains.map(({ isBuiltIn, rows, median, min, max }) => {
      const name = isBuiltIn ? (builtInName ?? 'Built in') : 'Libraries';
      return `${name} (${rows} ${rows === 1 ? 'row' : 'rows'}): cold / warm ${ratio(median)}, from ${ratio(min)} to ${ratio(max)}.`;
    }),
    ...(thirds === null
      ? []
      : [
          `The fastest third of the rows when warm: cold / warm ${ratio(thirds[0])}; the slowest third: ${ratio(thirds[1])}.`,
        ]),
    `${stays} of ${changes.length} rows keep their rank; the rank correlation of the two orders (Spearman) is ${formatFixed(correlation, 2)}.`,
    ...extremes(changes),
  ];
}

const NAMED = 3;

function extremes(changes: readonly RankChange[]): string[] {
  const move = ({ coldRank, warmRank }: RankChange): number => coldRank - warmRank;
  const name = (change: RankChange): string =>
    `${change.serializer} (${change.coldRank} to ${change.warmRank})`;
  const sorted = [...changes].sort((a, b) => move(b) - move(a));
  const up = sorted.filter((change) => move(change) > 0).slice(0, NAMED);
  const down = sorted
    .filter((change) => move(change) < 0)
    .slice(-NAMED)
    .reverse();
  return [
    ...(up.length === 0 ? [] : [`Most ranks won by warming up: ${up.map(name).join(', ')}.`]),
    ...(down.length === 0 ? [] : [`Most ranks lost: ${down.map(name).join(', ')}.`]),
  ];
}

/** What the runtimes are; that it shows, and how much, is in the numbers above it. */
const CAUSE: Readonly<Record<string, string>> = {
  javascript:
    'The cold suite times single calls while other serializers run in between. A library is JavaScript: V8 interprets it first and compiles what runs often, ' +
    'so its first call is far from its last. What is part of the runtime is machine code from the first call and has less to gain. ' +
    'Cold answers "a message now and then", warm answers "a loop".',
  python:
    'CPython as it is usually built has no just-in-time compiler: no library starts slow and is compiled later, and the order of the rows hardly changes (the correlation above). ' +
    'A single call between other serializers pays for cold caches and allocators, which weighs most on the rows that do the least. ' +
    'Cold answers "a message now and then", warm answers "a loop".',
  swift:
    'Swift is machine code before it runs: no row starts slow and is compiled later, and the order of the rows hardly changes (the correlation above). ' +
    'A single call between other rows pays for cold caches and allocators, which weighs most on the rows that do the least; the first call of a process ' +
    "also looks up types and conformances. Rows of generated code (Protobuf, FlatBuffers, Cap'n Proto) are ahead of those that go through Codable in " +
    'both suites. SwiftAvroCore has a schema and no generated code: it goes through Codable and looks at each record through a mirror. ' +
    'Cold answers "a message now and then", warm answers "a loop".',
};

const BUILT_IN_NAME: Readonly<Record<string, string>> = {
  javascript: 'Part of the runtime',
  python: 'Standard library',
  swift: 'Foundation',
};
