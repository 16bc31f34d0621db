// The first sections about the serializers of a language: what was found, size against time, cold against warm, the ranked rows.

import { rankingOf, type Ranking } from '../../kernel/api/logs/ranking.ts';
import type { Workspace } from '../../kernel/api/facade/workspace.ts';
import { coldWarmFigure, sizeTimeFigure } from '../figures/serializer-figures.ts';
import { rankingTable } from '../tables/ranking-table.ts';
import type { Table } from '../tables/table.ts';
import { formatFixed, numberText } from '../text/numbers.ts';
import { reasonSection } from './cold-warm.ts';
import { languageName, type LogPart } from './log-words.ts';
import { slug, type Item, type Section } from './page.ts';
import {
  fidelityFindings,
  kindFindings,
  kindName,
  kindsOf,
  rankingTitle,
  rankingWords,
} from './serializer-findings.ts';

/** Of several logs of a suite the last. Null for logs whose rows have no kind: nobody knows what may be compared. */
function languageRanking(parts: readonly LogPart[], judge: Workspace): Ranking | null {
  const cold = parts.filter(({ suite }) => suite === 'cold').at(-1);
  const warm = parts.filter(({ suite }) => suite === 'warm').at(-1);
  const facts = (cold ?? warm)?.file.sidecar?.rows ?? [];
  const ranking = rankingOf(
    {
      cold: cold?.log.groups ?? [],
      warm: warm?.log.groups ?? [],
      warmUps: warm?.log.warmUps ?? [],
      curves: warm?.file.curves ?? [],
      facts,
    },
    judge,
  );
  return kindsOf(ranking).length === 0 ? null : ranking;
}

/** The same without figures. */
export function answersOf(
  language: string,
  parts: readonly LogPart[],
  judge: Workspace,
): { title: string; findings: string[]; table: Table } | null {
  const ranking = languageRanking(parts, judge);
  return ranking === null
    ? null
    : {
        title: rankingTitle(language, ranking),
        findings: [...kindFindings(ranking), ...fidelityFindings(ranking)],
        table: rankingTable(ranking, languageName(language)),
      };
}

export function answerSections(
  language: string,
  parts: readonly LogPart[],
  { workspace, judge }: { readonly workspace: Workspace; readonly judge: Workspace },
): Section[] {
  const ranking = languageRanking(parts, judge);
  if (ranking === null) return [];
  const name = languageName(language);
  const [sizeTime, coldWarm] = [sizeTimeFigure(ranking, name), coldWarmFigure(ranking, name)];
  const part = (title: string, content: Partial<Section>): Section => ({
    id: content.figure?.id ?? slug(`${name} ${title}`),
    title,
    level: 3,
    ...content,
  });
  return [
    {
      id: slug(`${name} answers`),
      topic: `${name}: which serializer`,
      title: rankingTitle(language, ranking),
      paragraphs: rankingWords(ranking),
      items: [
        ...pointing(kindFindings(ranking), sizeTime?.id ?? slug(`${name} ranked rows`)),
        ...pointing(fidelityFindings(ranking), slug(`${name}: rows and fidelity Fidelity`)),
      ],
    },
    sizeTime === null
      ? part(`${name}: ranked rows`, {
          id: slug(`${name} ranked rows`),
          table: rankingTable(ranking, name),
        })
      : part(sizeTitle(name, ranking), { figure: sizeTime }),
    ...(coldWarm === null ? [] : [part(coldTitle(name, ranking), { figure: coldWarm })]),
    ...reasonSection(language, parts, workspace),
  ];
}

/** The first line says where all of them are shown. */
const pointing = (lines: readonly string[], to: string): Item[] =>
  lines.map((text, index) => (index === 0 ? { text, to } : text));

/** `JavaScript: schema formats make the fewest bytes, 178 to 197 B`. */
function sizeTitle(name: string, ranking: Ranking): string {
  const sized = kindsOf(ranking).map(({ kind, rows }) => {
    const sizes = rows.flatMap(({ sizeBytes }) => sizeBytes ?? []);
    return { kind, low: Math.min(...sizes), high: Math.max(...sizes) };
  });
  const [least] = [...sized].sort((a, b) => a.low - b.low);
  if (least === undefined || !Number.isFinite(least.low)) return `${name}: size against time`;
  const range =
    least.low === least.high
      ? formatFixed(least.low, 0)
      : `${formatFixed(least.low, 0)} to ${formatFixed(least.high, 0)}`;
  const kind = kindName(least.kind);
  return `${name}: ${kind.charAt(0).toLowerCase()}${kind.slice(1)} make the fewest bytes, ${range} B an object`;
}

/** `JavaScript: the first call takes 7.3 to 388 times as long as a call in a loop`. */
function coldTitle(name: string, { rows, processes }: Ranking): string {
  const use = processes.oneCall > 1 ? 'oneCall' : 'nowAndThen';
  const ratios = rows.flatMap(({ standings, isRanked }) => {
    const [cold, warm] = [standings[use]?.ns ?? 0, standings.loop?.ns ?? 0];
    return isRanked && cold > 0 && warm > 0 ? [cold / warm] : [];
  });
  const text = (value: number): string => numberText(value, { significant: 2 });
  const what = use === 'oneCall' ? 'the first call of a process' : 'a call now and then';
  return `${name}: ${what} takes ${text(Math.min(...ratios))} to ${text(Math.max(...ratios))} times as long as one in a loop`;
}
