// What a report of duplex runs says, in order.

import {
  areVariants,
  deviceName,
  devicesOf,
  resolutionPercentOf,
  type Device,
  type RunInput,
} from '../input/run-input.ts';
import type { FigureDefinition } from '../definition.ts';
import type { ViewOptions } from '../input/view-options.ts';
import { formatFixed } from '../text/numbers.ts';
import { formatUtc, listed } from '../text/words.ts';
import { ofVariants } from '../tables/cells.ts';
import { fullCycleTable } from '../tables/full-cycle.ts';
import { marksSentence } from '../tables/marks.ts';
import { failedTable, systemsTable } from '../tables/systems.ts';
import type { Table } from '../tables/table.ts';
import { differencesOf } from './differences.ts';
import { methodSections } from './method.ts';
import { withUniqueIds, type Page, type Section } from './page.ts';
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
  return {
    title: titleOf(devices),
    byline: bylineOf(devices, dates),
    lead: leadOf(devices),
    sections: withUniqueIds([
      systemsSection(devices),
      ...parts.figures.flatMap((figure) => [
        figureSection(figure, devices),
        ...(figure.id === 'latency' ? fullCycleSection(devices, parts.view) : []),
      ]),
      ...parts.more,
      ...failedSection(devices),
      ...methodSections(devices),
    ]),
    date: dates.at(-1) ?? '1970-01-01T00:00:00Z',
  };
}

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
  return `${when} · echometer ${versions.join(', ')}`;
}

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
  const resolves = devices.flatMap((device) => {
    const percent = resolutionPercentOf(device);
    if (percent === null) return [];
    return [`${device.label} resolves differences of ±${formatFixed(percent, 1)} %`];
  });
  return [
    `A host sends framed payloads to ${workersText(devices)}, the worker echoes them, and the host compares every returned byte with what it sent. ${counts.join('; ')}.`,
    ...(resolves.length === 0
      ? []
      : [`Measured against itself, ${listed(resolves)}: smaller differences mean nothing here.`]),
    ...devices.flatMap(({ label, data, variant }) =>
      data.resolutionReason === undefined || variant !== undefined
        ? []
        : [`What ${label} resolves is unknown: ${data.resolutionReason}.`],
    ),
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
  title: figure.title,
  paragraphs: passagesOf(figure.id, devices),
  figure,
});

function fullCycleSection(devices: readonly Device[], view?: ViewOptions): Section[] {
  const table = fullCycleTable(devices, view);
  if (table === null) return [];
  return [{ id: 'full-cycle', title: 'Full cycle', table: titled(table, devices) }];
}

const titled = (table: Table, devices: readonly Device[]): Table =>
  areVariants(devices) ? ofVariants(table) : table;

function failedSection(devices: readonly Device[]): Section[] {
  const table = failedTable(devices);
  if (table.rows.length === 0) return [];
  const paragraphs = [
    'Failed trials are kept and shown; they enter no median. A trial that a platform cannot run says why.',
  ];
  return [
    { id: 'failed', title: 'Trials without a result', paragraphs, table: titled(table, devices) },
  ];
}
