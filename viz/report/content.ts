// What a report of duplex runs says, in order.

import {
  areVariants,
  deviceName,
  devicesOf,
  type Device,
  type RunInput,
} from '../input/run-input.ts';
import type { FigureDefinition } from '../definition.ts';
import type { ViewOptions } from '../input/view-options.ts';
import { formatUtc, listed } from '../text/words.ts';
import { fullCycleTable } from '../tables/full-cycle.ts';
import { marksSentence } from '../tables/marks.ts';
import { forDevices } from '../tables/cells.ts';
import { idleTable } from '../tables/idle-table.ts';
import { pausedTable } from '../tables/paused-table.ts';
import { failedTable, systemsTable } from '../tables/systems.ts';
import { duplexFindings, idleCheck, pausedCheck } from './duplex-findings.ts';
import { differencesOf } from './differences.ts';
import { methodSections } from './method.ts';
import { numbered, withUniqueIds, type Item, type Page, type Section } from './page.ts';
import { passagesOf } from './passages.ts';
import { workersText } from './worker-words.ts';

export interface ReportParts {
  readonly runs: readonly RunInput[];
  readonly figures: readonly FigureDefinition[];
  /** Sections of other suites (serializers), printed before the method. */
  readonly more: readonly Section[];
  /** What a reader of the viewer chose. */
  readonly view?: ViewOptions;
}

export function reportPage(parts: ReportParts): Page {
  const devices = devicesOf(parts.runs);
  const dates = parts.runs.map(({ run }) => run.startedAt).sort();
  const figures = parts.figures.map((figure) => figureSection(figure, devices));
  const [order, shown] = [figures.filter(isRunOrder), figures.filter((one) => !isRunOrder(one))];
  const detail = (sections: readonly Section[]): Section[] =>
    sections.map((section) => ({ ...section, isDetail: true }));
  const sections = [
    ...shown,
    ...checkSections(devices),
    ...parts.more.filter(({ isDetail }) => isDetail !== true),
    ...order,
    ...failedSection(devices),
    ...detail([systemsSection(devices), ...fullCycleSection(devices, parts.view)]),
    ...parts.more.filter(({ isDetail }) => isDetail === true),
    ...detail(methodSections(devices)),
  ];
  return numbered({
    title: titleOf(devices),
    byline: bylineOf(devices, dates),
    findings: findingsOf(devices, parts.more),
    lead: leadOf(devices),
    sections: withUniqueIds(sections),
    date: dates.at(-1) ?? '1970-01-01T00:00:00Z',
    hasContents: true,
  });
}

const isRunOrder = ({ id }: Section): boolean => id === 'run-order';

/** What other suites found stands in the headings of their first sections. */
const findingsOf = (devices: readonly Device[], more: readonly Section[]): Item[] => [
  ...duplexFindings(devices),
  ...more
    .filter(
      ({ level = 2, isDetail, topic }) => level === 2 && isDetail !== true && topic !== undefined,
    )
    .map(({ id, title }) => ({ text: `${title}.`, to: id })),
];

function titleOf(devices: readonly Device[]): string {
  const labels = [...new Set(devices.map(({ run }) => deviceName(run.device.label)))].filter(
    (one) => one !== '',
  );
  return labels.length === 0 ? 'Round trips' : `Round trips on ${listed(labels)}`;
}

function bylineOf(devices: readonly Device[], dates: readonly string[]): string {
  const [first = '', last = ''] = [dates[0], dates.at(-1)];
  const when = first === last ? formatUtc(first) : `${formatUtc(first)} to ${formatUtc(last)}`;
  const versions = [...new Set(devices.map(({ run }) => run.tool.version))];
  const profiles = [...new Set(devices.map(({ run }) => run.profile))];
  return `${when} · echometer ${versions.join(', ')} · ${profileText(profiles)}`;
}

/** smoke and quick are for checking (docs/methodology.md). */
const profileText = (profiles: readonly string[]): string =>
  `${profiles.length === 1 ? 'profile' : 'profiles'} ${listed(profiles)}` +
  (profiles.every((one) => one === 'full') ? '' : ', not for publication');

function leadOf(devices: readonly Device[]): string[] {
  const counts = devices.map((device) => {
    const count = (state: string) => device.data.trials.filter((one) => one.state === state).length;
    const [ok, failed, unsupported] = [count('ok'), count('failed'), count('unsupported')];
    const rest = [
      ...(failed === 0 ? [] : [`${failed} failed`]),
      ...(unsupported === 0 ? [] : [`${unsupported} not supported there`]),
    ];
    const others = rest.length === 0 ? '' : ` (${rest.join(', ')})`;
    return `${device.label}: ${ok} of ${device.data.trials.length} trials passed${others}`;
  });
  return [
    `A host sends framed payloads to ${workersText(devices)}, the worker echoes them, and the host compares every returned byte with what it sent. ${counts.join('; ')}.`,
    ...devices.map(({ label, data, run }) => `${label}: ${marksSentence(data, run)}`),
    ...blocksSentence(devices),
    ...(devices.length < 2 ? [] : [differencesOf(devices)]),
  ];
}

function blocksSentence(devices: readonly Device[]): string[] {
  if (!areVariants(devices)) return [];
  return [
    `${listed(devices.map(({ label }) => label))} were measured side by side: each block is one trial of a case for every variant, one right after the other, in an order that changes from block to block. Whatever the machine did is in all of them; echometer compare RUN judges them block by block.`,
  ];
}

function systemsSection(devices: readonly Device[]): Section {
  return {
    id: 'systems',
    title: devices.length === 1 ? 'Test system' : 'Test systems',
    table: systemsTable(devices),
  };
}

const figureSection = (figure: FigureDefinition, devices: readonly Device[]): Section => ({
  id: figure.id,
  topic: figure.title,
  title: figure.finding === undefined ? figure.title : `${figure.title}: ${figure.finding}`,
  paragraphs: passagesOf(figure.id, devices),
  figure: { ...figure, table: forDevices(figure.table, devices) },
});

/** What a check mark and its numbers say better than a figure. */
function checkSections(devices: readonly Device[]): Section[] {
  const checks = [
    { id: 'paused', topic: 'A paused consumer', find: pausedCheck, table: pausedTable(devices) },
    { id: 'idle', topic: 'Idle sessions', find: idleCheck, table: idleTable(devices) },
  ];
  return checks.flatMap(({ id, topic, find, table }): Section[] => {
    if (table === null) return [];
    const passed = devices.every((device) => find(device)?.passed !== false);
    return [
      {
        id,
        topic,
        title: `${passed ? '✓ ' : ''}${topic}`,
        paragraphs: passagesOf(id, devices),
        table: forDevices(table, devices),
      },
    ];
  });
}

function fullCycleSection(devices: readonly Device[], view?: ViewOptions): Section[] {
  const table = fullCycleTable(devices, view);
  if (table === null) return [];
  return [{ id: 'full-cycle', title: 'Full cycle', table: forDevices(table, devices) }];
}

function failedSection(devices: readonly Device[]): Section[] {
  const table = failedTable(devices);
  if (table.rows.length === 0) return [];
  const paragraphs = [
    'Failed trials are kept and shown; they enter no median. A trial that a platform cannot run says why.',
  ];
  return [
    {
      id: 'failed',
      title: 'Trials without a result',
      paragraphs,
      table: forDevices(table, devices),
    },
  ];
}
