// What a report says, in order, as plain data: HTML, PDF and Markdown print the same content.

import {
  deviceName,
  devicesOf,
  resolutionPercentOf,
  type Device,
  type RunInput,
} from '../input/run-input.ts';
import type { FigureDefinition } from '../definition.ts';
import { formatFixed, formatUtc, listed } from '../format.ts';
import { fullCycleTable } from '../tables/full-cycle.ts';
import { marksSentence } from '../tables/marks.ts';
import { failedTable, systemsTable } from '../tables/systems.ts';
import { differencesOf } from './differences.ts';
import { methodSections } from './method.ts';
import { passagesOf } from './passages.ts';
import type { Section } from './section.ts';

export interface ReportContent {
  readonly title: string;
  /** Under the title: when, with what. */
  readonly byline: string;
  readonly lead: readonly string[];
  readonly sections: readonly Section[];
  /** UTC, of the last run: the date of the report's files, so that they do not depend on the clock. */
  readonly date: string;
}

export interface ReportParts {
  readonly runs: readonly RunInput[];
  readonly figures: readonly FigureDefinition[];
  /** Sections of other suites (serializers), printed before the method. */
  readonly more: readonly Section[];
}

export function reportContent(parts: ReportParts): ReportContent {
  const devices = devicesOf(parts.runs);
  const dates = parts.runs.map(({ run }) => run.startedAt).sort();
  return {
    title: titleOf(devices),
    byline: bylineOf(devices, dates),
    lead: leadOf(devices),
    sections: [
      systemsSection(devices),
      ...parts.figures.flatMap((figure) => [
        figureSection(figure, devices),
        ...(figure.id === 'latency' ? fullCycleSection(devices) : []),
      ]),
      ...parts.more,
      ...failedSection(devices),
      ...methodSections(devices),
    ],
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
    `A host sends framed payloads to a CPython worker, the worker echoes them, and the host compares every returned byte with what it sent. ${counts.join('; ')}.`,
    ...(resolves.length === 0
      ? []
      : [`Measured against itself, ${listed(resolves)}: smaller differences mean nothing here.`]),
    ...devices.flatMap(({ label, data }) =>
      data.resolutionReason === undefined
        ? []
        : [`What ${label} resolves is unknown: ${data.resolutionReason}.`],
    ),
    ...devices.map(({ label, data, run }) => `${label}: ${marksSentence(data, run)}`),
    ...(devices.length < 2 ? [] : [differencesOf(devices)]),
  ];
}

function systemsSection(devices: readonly Device[]): Section {
  return {
    id: 'systems',
    title: devices.length === 1 ? 'Test system' : 'Test systems',
    paragraphs: [],
    figure: null,
    table: systemsTable(devices),
  };
}

const figureSection = (figure: FigureDefinition, devices: readonly Device[]): Section => ({
  id: figure.id,
  title: figure.title,
  paragraphs: passagesOf(figure.id, devices),
  figure,
  table: null,
});

function fullCycleSection(devices: readonly Device[]): Section[] {
  const table = fullCycleTable(devices);
  if (table === null) return [];
  return [{ id: 'full-cycle', title: 'Full cycle', paragraphs: [], figure: null, table }];
}

function failedSection(devices: readonly Device[]): Section[] {
  const table = failedTable(devices);
  if (table.rows.length === 0) return [];
  const paragraphs = [
    'Failed trials are kept and shown; they enter no median. A trial that a platform cannot run says why.',
  ];
  return [{ id: 'failed', title: 'Trials without a result', paragraphs, figure: null, table }];
}
