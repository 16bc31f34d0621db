// What a person sees after a serializer run: the summary tables at 80 columns, and the state of every row that was not measured.
import { honestSummary } from '../../../kernel/api/logs/tables.ts';
import { columnTexts } from '../../../kernel/api/logs/tables.ts';
import type { LogStats } from '../../../kernel/api/logs/stats-file.ts';
import type { LogStatistics } from '../../../kernel/api/logs/statistics.ts';
import type { Analysis } from './analyze.ts';
import type { SerializerPlan } from './plan.ts';
import type { LanguageRun } from './suite.ts';

const NAME_WIDTH = 34;
const COLUMN_WIDTH = 11;
const SHOWN = ['total', 'ser', 'deser', 'Ops/s', 'size'] as const;

export function summaryText(
  languages: readonly LanguageRun[],
  plan: SerializerPlan,
  { stats, statistics }: Analysis,
  folder: string,
): string {
  return [
    plan.runMode === 'smoke'
      ? 'Run mode smoke: one measured repetition a cell in each of two cold processes. Not for publication.'
      : `Run mode ${plan.runMode}, seed ${plan.seed}.`,
    '',
    ...stats.logs.flatMap((log) => [...table(log, statistics), '']),
    ...languages.flatMap(stateLines),
    ...unmatched(languages, plan),
    `Folder: ${folder} (results.md, stats.json, figures/, logs/)`,
    '',
  ].join('\n');
}

function table(log: LogStats, statistics: LogStatistics): readonly string[] {
  const { columns, labels } = honestSummary(log.groups);
  const texts = columns.slice(0, SHOWN.length).map((column) => columnTexts(column, statistics));
  const cell = (text: string): string => text.replaceAll('**', '').padStart(COLUMN_WIDTH - 2);
  const name = (label: string): string =>
    label.length > NAME_WIDTH ? `${label.slice(0, NAME_WIDTH - 1)}…` : label.padEnd(NAME_WIDTH);
  return [
    `${log.languages.join(', ')}, ${log.suite} suite: mean over cells of the median, µs, bytes mode`,
    `${name('serializer')}${SHOWN.map((title) => cell(title)).join('')}`,
    ...labels.map(
      (label, row) => name(label) + texts.map((column) => cell(column[row] ?? '-')).join(''),
    ),
  ];
}

/** A word of --serializer that no row's name contains is a typing error that would go unseen. */
function unmatched(languages: readonly LanguageRun[], plan: SerializerPlan): readonly string[] {
  const known = languages.flatMap((run) => run.known.map((id) => id.toLowerCase()));
  const words = plan.serializers.filter(
    (part) => !known.some((id) => id.includes(part.toLowerCase())),
  );
  return words.length === 0 ? [] : [`no row's name contains: ${words.join(', ')}`, ''];
}

function stateLines({ language, missing, reports, errors }: LanguageRun): readonly string[] {
  if (missing !== null) return [`${language}: not measured, ${missing}`, ''];
  const ok = reports.filter(({ state }) => state === 'ok').length;
  const others = reports
    .filter(({ state }) => state !== 'ok')
    .map(({ id, state, detail, debian, pip }) => {
      const hints = [debian && `apt install ${debian}`, pip && `pip install ${pip}`];
      const hint = hints.filter((text) => text !== undefined && text !== '').join(' or ');
      const next = hint === '' || state !== 'not-installed' ? '' : `; ${hint}`;
      return `  ${id}: ${state.replace('-', ' ')} (${detail ?? ''})${next}`;
    });
  const printing = reports.flatMap(({ id, prints }) =>
    prints === undefined
      ? []
      : [`  ${id}: prints "${prints}" on standard output, which its times include`],
  );
  const failed = errors === 0 ? '' : `, ${errors} errors in the .errors.csv`;
  return [
    `${language}: ${ok} of ${reports.length} rows measured${failed}`,
    ...others,
    ...printing,
    '',
  ];
}
