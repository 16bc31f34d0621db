// What a person sees after a serializer run: the summary tables, and the state of every row that was not measured.
import { unrankedRows } from '../../../kernel/api/logs/sidecar.ts';
import type { LogStats } from '../../../kernel/api/logs/stats-file.ts';
import { honestSummary } from '../../../kernel/api/logs/tables.ts';
import { TERMINAL_COLUMNS, tableText } from '../../../viz/print/terminal.ts';
import type { LogsInput } from '../../../viz/report/log-sections.ts';
import { languageName } from '../../../viz/report/log-words.ts';
import { logTable } from '../../../viz/tables/log-tables.ts';

import { printable } from '../../../viz/text/printable.ts';
import type { SerializerPlan } from './plan.ts';
import type { LanguageRun } from './suite.ts';

/** Of the summary: the times, the rate and the size. */
const SHOWN = 6;

export function summaryText(
  languages: readonly LanguageRun[],
  plan: SerializerPlan,
  { stats, files }: LogsInput,
  folder: string,
  columns = TERMINAL_COLUMNS,
): string {
  return [
    plan.runMode === 'smoke'
      ? 'Run mode smoke: one measured repetition a cell in each of two cold processes. Not for publication.'
      : `Run mode ${plan.runMode}, seed ${plan.seed}.`,
    '',
    ...stats.logs.flatMap((log, index) => [
      summaryTable(log, unrankedRows(files[index]?.sidecar ?? null), columns),
      '',
    ]),
    ...languages.flatMap((run) => [...stateLines(run), ...schemaLines(run, plan)]),
    ...unmatched(languages, plan),
    `Folder: ${folder} (results.md, stats.json, figures/, logs/)`,
    '',
  ].join('\n');
}

function summaryTable(log: LogStats, unranked: ReadonlySet<string>, columns: number): string {
  const where = `${log.languages.map(languageName).join(', ')}, ${log.suite} suite`;
  const table = logTable(honestSummary(log.groups, unranked), where);
  return tableText(
    {
      ...table,
      columns: table.columns.slice(0, SHOWN),
      rows: table.rows.map((row) => row.slice(0, SHOWN)),
    },
    columns,
  );
}

/** A word of --serializer that no row's name contains is a typing error that would go unseen. */
function unmatched(languages: readonly LanguageRun[], plan: SerializerPlan): readonly string[] {
  const known = languages.flatMap((run) => run.known.map((id) => id.toLowerCase()));
  const words = plan.serializers.filter(
    (part) => !known.some((id) => id.includes(part.toLowerCase())),
  );
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
