// A page of serializer logs alone: its title, its lead and its sections.

import type { Sidecar } from '../../kernel/api/logs/sidecar.ts';
import { formatUtc, listed } from '../text/words.ts';
import { logSections, type LogsInput } from './log-sections.ts';
import { languageName, TERMS } from './log-words.ts';
import { numbered, withUniqueIds, type Page, type Section } from './page.ts';

export function logPage(input: LogsInput, sections: readonly Section[] = logSections(input)): Page {
  const sidecars = input.files.flatMap(({ sidecar }) => sidecar ?? []);
  const machines = distinct(sidecars.map(({ label, cpu }) => (label === '' ? cpu : label)));
  const languages = distinct(input.stats.logs.flatMap((log) => log.languages.map(languageName)));
  const modes = distinct(sidecars.map(({ runMode }) => runMode));
  const dates = distinct(sidecars.map(({ run }) => isoOf(run))).sort();
  return numbered({
    title: machines.length === 0 ? 'Serializers' : `Serializers on ${listed(machines)}`,
    byline: [...dates.map(formatUtc), listed(languages), ...modes.map(modeText)]
      .filter((part) => part !== '')
      .join(' · '),
    findings: sections
      .filter(({ topic, isDetail }) => topic !== undefined && isDetail !== true)
      .map(({ id, title }) => ({ text: `${title}.`, to: id })),
    lead: [LEAD, LEAD_OF_TABLES, ...generatedLine(sidecars, dates)],
    sections: withUniqueIds([
      ...sections.filter(({ isDetail }) => isDetail !== true),
      TERM_SECTION,
      ...sections.filter(({ isDetail }) => isDetail === true),
      SCOPE,
    ]),
    date: dates.at(-1) ?? '1970-01-01T00:00:00Z',
    hasContents: true,
  });
}

/** Those that a published number may come from (docs/methodology.md). */
const PUBLISHED: readonly string[] = ['full', 'research'];

const modeText = (mode: string): string =>
  `run mode ${mode}${PUBLISHED.includes(mode) ? '' : ', not for publication'}`;

/** What made the numbers, and what writes this page again. */
function generatedLine(sidecars: readonly Sidecar[], dates: readonly string[]): string[] {
  const tools = distinct(sidecars.map(({ tool }) => tool));
  const commits = distinct(sidecars.map(({ git }) => git));
  if (tools.length === 0) return [];
  const commit = commits.length === 0 ? '' : `, commit ${listed(commits)}`;
  const when = dates.length === 0 ? '' : `, ${listed(dates.map(formatUtc))}`;
  return [
    `Measured by ${listed(tools)}${commit}${when}. This page is generated from the logs: echometer analyze LOGS --out FOLDER.`,
  ];
}

const LEAD =
  'Every row turns the same generated records into bytes and back; what comes back is compared with what went in. Every raw row is in the log.';

const LEAD_OF_TABLES =
  'Every table says what its numbers are a mean of. The option --as-published pools and rounds as the reference does; --metrics full prints every metric of every cell.';

const TERM_SECTION: Section = {
  id: 'terms',
  title: 'How to read these tables',
  paragraphs: [
    'Compare serializers of one language, of one kind (JSON with JSON, schema formats with schema formats) and in one mode.',
  ],
  table: TERMS,
};

const SCOPE: Section = {
  id: 'scope-of-serializers',
  title: 'What these numbers do not say',
  paragraphs: [
    'They describe one machine, one runtime and one set of records. Formats differ in what they carry: a format without a schema writes names, one with a schema does not; a library that returns views has not read the fields yet.',
    'Times of different languages are not comparable: clocks, allocators and the cost of a call differ. Every number here is recomputed from the logs with: echometer analyze LOGS.',
  ],
};

const distinct = (texts: readonly string[]): string[] => [
  ...new Set(texts.filter((text) => text !== '')),
];

/** `2026-11-30-123000`, the stamp in a log's name, is UTC. */
function isoOf(stamp: string): string {
  const parts = /^(\d{4}-\d{2}-\d{2})-(\d{2})(\d{2})(\d{2})$/.exec(stamp);
  if (parts === null) return '';
  const [, day = '', hour = '', minute = '', second = ''] = parts;
  return `${day}T${hour}:${minute}:${second}Z`;
}
