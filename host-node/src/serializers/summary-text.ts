// What a person sees after a serializer run: the summary tables, and the state of every row that was not measured.
import { unrankedRows } from '../../../kernel/api/logs/sidecar.ts';
import type { LogStats } from '../../../kernel/api/logs/stats-file.ts';
import { honestSummary } from '../../../kernel/api/logs/tables.ts';
import { itemLines } from '../../../viz/print/page-text.ts';
import { TERMINAL_COLUMNS, tableText } from '../../../viz/print/terminal.ts';
import { rankedLanguages, type LogsInput } from '../../../viz/report/log-sections.ts';
import { languageName } from '../../../viz/report/log-words.ts';
import { logTable } from '../../../viz/tables/log-tables.ts';
import type { Table } from '../../../viz/tables/table.ts';
import { wrapText } from '../../../viz/text/width.ts';
import { printable } from '../../../viz/text/printable.ts';
import { isMeant, wants } from './plan.ts';
import type { SerializerPlan } from './plan.ts';
import type { LanguageRun } from './suite.ts';

export function summaryText(
  languages: readonly LanguageRun[],
  plan: SerializerPlan,
  analysis: LogsInput,
  folder: string,
  columns = TERMINAL_COLUMNS,
): string {
  return [
    MODE_WORDS[plan.runMode] ?? `Run mode ${plan.runMode}, seed ${plan.seed}.`,
    '',
    ...answerLines(analysis, columns),
    ...languages.flatMap((run) => [...stateLines(run), ...schemaLines(run, plan)]),
    ...unmatched(languages, plan),
    ...leftOut(languages, plan).flatMap((text) => wrapText(text, columns)),
    `Folder: ${folder} (results.md, stats.json, figures/, logs/)`,
    '',
  ].join('\n');
}

const MODE_WORDS: Partial<Record<SerializerPlan['runMode'], string>> = {
  smoke:
    'Run mode smoke: one measured repetition a cell in each of two cold processes. Not for publication.',
  shortlist:
    'Run mode shortlist: well-known rows of each kind, cold and warm, three processes a row. Not for publication.',
};

/** What was found, language by language, and the ranked rows; a log whose rows have no kind shows its summary. */
function answerLines(analysis: LogsInput, columns: number): string[] {
  const ranked = rankedLanguages(analysis);
  if (ranked.length === 0)
    return analysis.stats.logs.flatMap((log, index) => [
      summaryTable(log, unrankedRows(analysis.files[index]?.sidecar ?? null), columns),
      '',
    ]);
  return ranked.flatMap(({ title, findings, table }) => [
    ...wrapText(printable(title), columns),
    ...itemLines(findings, columns),
    '',
    tableText(narrowed(table), columns),
    '',
  ]);
}

/** Of the ranked table what fits a terminal: the stream label is in results.md. */
const narrowed = (table: Table): Table => ({
  ...table,
  columns: table.columns.slice(0, -1),
  rows: table.rows.map((row) => row.slice(0, -1)),
});

function summaryTable(log: LogStats, unranked: ReadonlySet<string>, columns: number): string {
  const where = `${log.languages.map(languageName).join(', ')}, ${log.suite} suite`;
  return tableText(logTable(honestSummary(log.groups, unranked), where), columns);
}

/** The rest, and the command that measures it. */
function leftOut(languages: readonly LanguageRun[], plan: SerializerPlan): string[] {
  if (plan.runMode !== 'shortlist') return [];
  const rows = languages.flatMap(({ known }) => known);
  const others = rows.filter((id) => !wants(plan, id)).length;
  return [
    `Left out: ${others} of ${rows.length} rows, the data types strings and event, batches of 100, streams. All of them: echometer run serializers --profile full (about an hour).`,
    '',
  ];
}

/** A word of --serializer that no row's name contains is a typing error that would go unseen. */
function unmatched(languages: readonly LanguageRun[], plan: SerializerPlan): readonly string[] {
  const known = languages.flatMap((run) => run.known);
  // Not every language has every row of the shortlist.
  const asked = plan.runMode === 'shortlist' ? [] : plan.serializers;
  const words = asked.filter((part) => !known.some((id) => isMeant(part, id)));
  return words.length === 0 ? [] : [`no row's name contains: ${words.join(', ')}`, ''];
}

/** Rows that a value of the user's is not for. */
function schemaLines({ reports }: LanguageRun, plan: SerializerPlan): readonly string[] {
  const names = (plan.own?.cells ?? []).map(({ type }) => type);
  const rows = reports.filter(({ state, needsSchema }) => state === 'ok' && needsSchema === true);
  if (names.length === 0 || rows.length === 0) return [];
  const list = rows.map(({ id }) => printable(id)).join(', ');
  return [`  ${names.join(', ')}: needs a schema for ${list}`, ''];
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
      return `  ${printable(id)}: ${state.replace('-', ' ')} (${printable(detail ?? '')})${next}`;
    });
  const printing = reports.flatMap(({ id, prints }) =>
    prints === undefined
      ? []
      : [
          `  ${printable(id)}: prints "${printable(prints)}" on standard output, which its times include`,
        ],
  );
  const failed = errors === 0 ? '' : `, ${errors} errors in the .errors.csv`;
  return [
    `${language}: ${ok} of ${reports.length} rows measured${failed}`,
    ...others,
    ...printing,
    '',
  ];
}
