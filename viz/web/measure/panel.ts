// "Measure this browser" on the page: choices, progress, cancel, and the finished run. It measures nothing itself.
import { PROFILES, selectCases, SUITES } from '../../../kernel/api/run/cases.ts';
import type { CaseList, Profile, Suite } from '../../../kernel/api/run/cases.ts';
import type { ClockFacts, TrialFile } from '../../../kernel/api/run/results.ts';
import { isCoarse } from '../../../kernel/api/run/trial-stats.ts';
import { formatDuration, formatFixed } from '../../text/numbers.ts';
import { button, download, element } from '../dom/dom.ts';
import { findAbilities } from './abilities.ts';
import type { Abilities } from './abilities.ts';
import { loadAssets } from './assets.ts';
import type { Assets } from './assets.ts';
import { measureClock } from './clock.ts';
import { packRun } from '../../archive/pack.ts';
import { rowsPanel } from './rows-panel.ts';
import { measureRun } from './run.ts';
import { explain, Tasks } from './tasks.ts';

/** Shows a finished run like one that was dropped. */
export type ShowRun = (name: string, packed: Uint8Array<ArrayBuffer>) => void;

const PROFILE_HINTS: Readonly<Record<Profile, string>> = {
  smoke: 'smoke (a minute or two)',
  quick: 'quick (some minutes)',
  full: 'full (half an hour and more)',
};

export function mountPanel(root: HTMLElement, show: ShowRun): void {
  const body = element('div', {});
  const details = element('details', {}, element('summary', {}, 'Measure this browser'), body);
  details.addEventListener(
    'toggle',
    () => {
      void prepare(body, show);
    },
    { once: true },
  );
  root.replaceChildren(details);
}

async function prepare(body: HTMLElement, show: ShowRun): Promise<void> {
  body.replaceChildren(element('p', { role: 'status' }, 'Looking at what this browser can do …'));
  try {
    const abilities = findAbilities();
    const assets = await loadAssets(abilities);
    const clock = measureClock();
    const tasks = new Tasks();
    body.replaceChildren(
      introduction(),
      facts(abilities, assets, clock),
      form(abilities, assets, tasks, show),
      rowsPanel(assets.kernel.module, clock.resolutionNs, tasks),
    );
  } catch (error) {
    body.replaceChildren(element('p', { role: 'alert' }, explain(error)));
  }
}

function introduction(): HTMLElement {
  return element(
    'p',
    {},
    'Runs the duplex suites in this browser: the kernel in one worker, CPython compiled to WebAssembly in another. Every byte is verified. Keep this tab in front: browsers slow down the others. Nothing leaves this page until you download it.',
  );
}

function facts(
  abilities: Abilities,
  { kernel, interpreter }: Assets,
  clock: ClockFacts,
): HTMLElement {
  const step = `${formatFixed(clock.resolutionNs / 1000, 1)} µs`;
  const rows: readonly (readonly [string, string])[] = [
    ['Channel', abilities.laneReason],
    [
      'Clock',
      isCoarse(clock)
        ? `steps of ${step}: too coarse for a single cycle, so batch means are printed instead`
        : `steps of ${step}`,
    ],
    [
      'Kernel',
      abilities.build === 'simd'
        ? `SIMD, ${kernel.identity.kernelId}`
        : `scalar, ${kernel.identity.kernelId}: this browser has no WebAssembly SIMD`,
    ],
    ['Python', interpreter.snapshot === null ? 'starts plainly' : 'starts from a memory snapshot'],
  ];
  return element(
    'dl',
    { class: 'facts' },
    ...rows.flatMap(([name, text]) => [element('dt', {}, name), element('dd', {}, text)]),
  );
}

/** What the reader chose, read when the run begins. */
interface Choices {
  readonly fields: HTMLElement;
  readonly read: () => {
    readonly profile: Profile;
    readonly suites: readonly Suite[];
    readonly label: string;
  };
}

function choices(cases: CaseList): Choices {
  const profile = element(
    'select',
    {},
    ...PROFILES.map((name) => element('option', { value: name }, PROFILE_HINTS[name])),
  );
  const label = element('input', { type: 'text', maxlength: 80, size: 24 });
  const usual = new Set(selectCases(cases, null).map(({ suite }) => suite));
  const known = new Set(cases.cases.map(({ suite }) => suite));
  const boxes = SUITES.filter((suite) => known.has(suite)).map((suite) => {
    const box = element('input', { type: 'checkbox', checked: usual.has(suite) });
    return { suite, box };
  });
  const suites = boxes.map(({ suite, box }) => element('label', {}, box, ` ${suite}`));
  const fields = element(
    'fieldset',
    { class: 'choices' },
    element('legend', {}, 'What to measure'),
    element('label', {}, 'Profile ', profile),
    element('label', {}, 'Name of this device ', label),
    element('div', { role: 'group', 'aria-label': 'Suites', class: 'suites' }, ...suites),
  );
  return {
    fields,
    read: () => ({
      profile: PROFILES.find((name) => name === profile.value) ?? 'smoke',
      suites: boxes.filter(({ box }) => box.checked).map(({ suite }) => suite),
      label: label.value.replace(/\p{Cc}+/gu, ' ').trim(),
    }),
  };
}

function form(abilities: Abilities, assets: Assets, tasks: Tasks, show: ShowRun): HTMLElement {
  const { fields, read } = choices(assets.cases);
  const bar = element('progress', { 'aria-label': 'Trials', max: 1, value: 0, hidden: true });
  const done = element('div', {});
  const { begin, cancel, status, alert } = tasks.add({
    beginLabel: 'Measure',
    cancelLabel: 'Cancel',
    changed: (isRunning) => {
      fields.toggleAttribute('disabled', isRunning);
      bar.hidden = !isRunning;
    },
    run: async (signal, status) => {
      done.replaceChildren();
      const progress = progressOn(bar, status);
      const chosen = read();
      const folder = await measureRun({ ...chosen, abilities, assets, signal, progress });
      const name = fileName(chosen.label);
      const packed = packRun(folder);
      status.textContent += ' The run is shown below.';
      done.replaceChildren(downloadButton(name, packed));
      show(name, packed);
    },
  });
  return element('div', {}, fields, begin, ' ', cancel, bar, status, alert, done);
}

/** Browsers replace what a file system refuses, each in its own way; two dots alone lose the extension. */
function fileName(label: string): string {
  const plain = label.replace(/[^\p{L}\p{N} ._-]+/gu, '_').replace(/^\.+/, '');
  return `${plain === '' ? 'browser' : plain}.echometer`;
}

function downloadButton(name: string, packed: Uint8Array<ArrayBuffer>): HTMLElement {
  return button('Download the run (.echometer)', () => {
    download(name, 'application/zip', packed);
  });
}

type Progress = (count: number, total: number, last: TrialFile | null) => void;

function progressOn(bar: HTMLProgressElement, status: HTMLElement): Progress {
  const begunMs = performance.now();
  return (count, total, last) => {
    bar.max = total;
    bar.value = count;
    status.textContent = progressText(count, total, last, performance.now() - begunMs);
  };
}

/** `3 of 27 trials; latency 64B: ok; 12.1 s so far, about 97 s left` */
function progressText(
  count: number,
  total: number,
  last: TrialFile | null,
  elapsedMs: number,
): string {
  if (last === null) return `Python is starting; ${total} trials are planned.`;
  const outcome =
    last.failure === undefined
      ? last.state
      : `${last.state}, ${last.failure.code}: ${last.failure.message}`;
  const soFar = formatDuration(elapsedMs * 1e6);
  const left = formatDuration((elapsedMs / count) * (total - count) * 1e6);
  const time = count === total ? `${soFar} in all.` : `${soFar} so far, about ${left} left`;
  return `${count} of ${total} trials; ${last.suite} ${last.case}: ${outcome}; ${time}`;
}
