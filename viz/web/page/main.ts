// The viewer: holds the loaded runs and the reader's choices, and shows what follows from both.

import { analyzed } from '../../../kernel/api/collection/statistics.ts';
import { releasedKernels } from 'virtual:released-kernels';
import { loadRecordingUPlot, loadUPlot } from '../../assets/browser.ts';
import type { FigureDefinition } from '../../definition.ts';
import { runNames } from '../../input/run-input.ts';
import { mountPanel } from '../measure/panel.ts';
import { analyzedLogs } from '../../report/log-sections.ts';
import { chaptersOf, type Page, type Section } from '../../report/page.ts';
import { printable } from '../../text/printable.ts';
import { DARK, LIGHT, type Theme } from '../../theme.ts';
import { badge } from './badge.ts';
import { contentOf, loadedLogs, type Loaded } from './content-of.ts';
import { controls } from './controls.ts';
import { button, download, element, required } from '../dom/dom.ts';
import { fromDrop, fromFileList, fromServer } from './drop.ts';
import { computeCurves, NO_CURVES } from './figures-of.ts';
import { liveFigure, type LiveFigure } from './live-figure.ts';
import type { DroppedFile } from './dropped.ts';
import { loadFiles, type LoadedRun } from './load.ts';
import { openPageKernel } from './page-kernel.ts';
import { pdfOf } from './pdf-export.ts';
import { recompute, type Recomputed } from './recompute.ts';
import { stateFromHash, stateToHash, type PageState } from './state.ts';
import { chapterView, listView, sectionView } from './section-view.ts';
import { tableView } from '../dom/table-view.ts';

const uPlot = loadUPlot();
const recording = loadRecordingUPlot();
const darkScheme = matchMedia('(prefers-color-scheme: dark)');

let state: PageState = stateFromHash(location.hash);
const NOTHING: Loaded = { runs: [], logs: null, curves: NO_CURVES, foreign: [] };
let loaded: Loaded = NOTHING;
/** What the loaded runs say under the reader's choices. */
let page: Page | null = null;
let controlsFor: string | null = null;
let shown: readonly Shown[] = [];
const recomputed = new Map<LoadedRun, Recomputed>();
const kernel = openPageKernel();

function theme(): Theme {
  const isDark = state.theme === 'system' ? darkScheme.matches : state.theme === 'dark';
  return isDark ? DARK : LIGHT;
}

function applyTheme(): void {
  if (state.theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = state.theme;
  for (const { live } of shown) live.redraw();
}

function choose(part: Partial<PageState>): void {
  state = { ...state, ...part };
  const hash = stateToHash(state);
  history.replaceState(null, '', hash === '' ? location.pathname + location.search : `#${hash}`);
  applyTheme();
  const isThemeOnly = Object.keys(part).join() === 'theme';
  if (isThemeOnly) return;
  if (Object.keys(part).join() === 'filter') showTables();
  else show();
}

const sections = (): readonly Section[] => page?.sections ?? [];
const figures = (): FigureDefinition[] => sections().flatMap(({ figure }) => figure ?? []);

/** Made anew only for other runs or another hash: a control must not lose the focus by being used. */
function showControls(labels: readonly string[]): void {
  const wanted = labels.join('\n');
  if (wanted === controlsFor) return;
  controlsFor = wanted;
  required('choices').replaceChildren(controls(state, labels, choose));
}

interface Shown {
  /** The section as text: the same text needs no new drawing. */
  readonly text: string;
  readonly live: LiveFigure;
  readonly section: HTMLElement;
}

/** Figures that did not change stay as they are: who reads one by keyboard must not lose it when another comes. */
function showFigures(): void {
  const next = sections().flatMap((section) => {
    if (section.figure === undefined) return [];
    const text = JSON.stringify(section);
    return [shown.find((one) => one.text === text) ?? newFigure(section, section.figure, text)];
  });
  for (const one of shown) {
    if (next.includes(one)) continue;
    one.live.destroy();
    one.section.remove();
  }
  shown = next;
  // Moving an element takes its focus away: only what is new or out of place is inserted.
  let before: Element | null = required('figures').firstElementChild;
  for (const { section } of next) {
    if (section === before) before = before.nextElementSibling;
    else required('figures').insertBefore(section, before);
  }
}

function newFigure(from: Section, figure: FigureDefinition, text: string): Shown {
  const announce = (said: string) => {
    required('live').textContent = said;
  };
  const live = liveFigure(figure, { uPlot, recording, theme, announce });
  const section = element(
    'section',
    { id: figure.id },
    element('h2', {}, printable(from.title)),
    ...(from.paragraphs ?? []).map((words) => element('p', {}, printable(words))),
    live.root,
    element('div', { class: 'twin', 'data-figure': figure.id }),
  );
  return { text, live, section };
}

function show(): void {
  showControls(runNames(loaded.runs));
  const isEmpty = loaded.runs.length === 0 && loaded.logs === null && loaded.foreign.length === 0;
  page = isEmpty ? null : contentOf(loaded, state, kernel);
  showBadges();
  showFigures();
  required('about').replaceChildren(
    listView(page?.findings ?? [], { class: 'findings', 'aria-label': 'What was found' }),
    ...(page?.lead ?? []).map((text) => element('p', {}, printable(text))),
  );
  required('loaded').hidden = isEmpty;
  showTables();
}

/** Sections without a figure: answers above the figures, what is behind them folded below. */
function showTables(): void {
  const bare = sections().filter(({ figure }) => figure === undefined);
  required('answers').replaceChildren(
    ...bare
      .filter(({ isDetail }) => isDetail !== true)
      .map((section) => sectionView(section, state.filter)),
  );
  const unfolded = [...document.querySelectorAll('#tables > [open]')].map(({ id }) => id);
  required('tables').replaceChildren(
    ...chaptersOf(bare.filter(({ isDetail }) => isDetail === true)).map((chapter) =>
      chapterView(chapter, state.filter, unfolded.includes(chapter.head.id)),
    ),
  );
  for (const figure of figures()) {
    const twin = document.querySelector(`[data-figure="${figure.id}"]`);
    twin?.replaceChildren(tableView(figure.table, state.filter, figure.id));
  }
}

function showBadges(): void {
  const labels = runNames(loaded.runs);
  required('badges').replaceChildren(
    ...loaded.runs.map((run, index) =>
      badge(run, labels[index] ?? '', recomputed.get(run) ?? null),
    ),
  );
}

async function open(files: readonly DroppedFile[]): Promise<void> {
  // A server without runs, or a site that was only copied somewhere, is no mistake of the reader.
  if (files.length === 0) return;
  const result = await loadFiles(files, kernel.workspace);
  required('errors').replaceChildren(
    ...result.failures.map(({ code, message }) => element('p', {}, `${code}: ${message}`)),
  );
  if (result.runs.length + result.logs.length + result.collections.length === 0) return;
  const logFiles = [...(loaded.logs?.input.files ?? []), ...result.logs];
  const logs = logFiles.length === 0 ? null : loadedLogs(analyzedLogs(logFiles, kernel.workspace));
  const foreign = result.collections.map((collection) => ({
    name: collection.source.files[0]?.name ?? collection.source.format,
    ...{ collection, analysis: analyzed(kernel.workspace, collection) },
  }));
  loaded = {
    ...loaded,
    ...{ runs: [...loaded.runs, ...result.runs], logs, foreign: [...loaded.foreign, ...foreign] },
  };
  show();
  for (const run of result.runs) {
    recomputed.set(run, await recompute(run, { releasedKernels, sha256: kernel.sha256 }));
    showBadges();
  }
  const { runs } = loaded;
  const curves = await curvesOfSure(runs);
  // Other runs came or all were closed meanwhile: who changed them computes the curves.
  if (loaded.runs !== runs) return;
  loaded = { ...loaded, curves };
  if (curves.curves.length > 0) show();
}

/** Of the runs whose samples this page could read with their own kernel. */
async function curvesOfSure(runs: readonly LoadedRun[]): Promise<Loaded['curves']> {
  try {
    return await computeCurves(
      runs.filter((run) => ['matches', 'differs'].includes(recomputed.get(run)?.state ?? '')),
    );
  } catch {
    // A kernel without these statistics: the page is complete without the curves.
    return NO_CURVES;
  }
}

async function savePdf(): Promise<void> {
  if (page !== null) download('report.pdf', 'application/pdf', await pdfOf(page, recording));
}

/** What fails is said on the page, which goes on working. */
function attempt(work: () => Promise<void>): void {
  work().catch((error: unknown) => {
    const text = error instanceof Error ? error.message : String(error);
    required('errors').replaceChildren(element('p', {}, `UNREADABLE: ${text}`));
  });
}

/** Entries of a drop must be taken before this returns. */
function openAnd(files: Promise<readonly DroppedFile[]>): void {
  attempt(async () => {
    await open(await files);
  });
}

function wireFiles(): void {
  const zone = required('drop');
  zone.addEventListener('dragover', (event) => {
    event.preventDefault();
  });
  zone.addEventListener('drop', (event) => {
    event.preventDefault();
    if (event.dataTransfer !== null) openAnd(fromDrop(event.dataTransfer));
  });
  for (const id of ['files', 'folder']) {
    const field = required(id);
    field.addEventListener('change', () => {
      if (!(field instanceof HTMLInputElement) || field.files === null) return;
      const files = fromFileList(field.files);
      // Else the same file chosen again, after all runs were closed, is no change.
      field.value = '';
      openAnd(Promise.resolve(files));
    });
  }
  mountPanel(required('measure'), (name, packed) => {
    openAnd(Promise.resolve([{ path: name, bytes: () => Promise.resolve(packed) }]));
  });
}

function wireExports(): void {
  required('exports').replaceChildren(
    button('All numbers (JSON)', () => {
      const { runs, logs, foreign } = loaded;
      const numbers = [
        ...runs.map(({ name, run, data }) => ({ name, run, data })),
        ...(logs === null ? [] : [{ name: 'stats.json', stats: logs.input.stats }]),
        ...foreign.map(({ name, analysis }) => ({ name, collection: analysis })),
      ];
      download('echometer.json', 'application/json', JSON.stringify(numbers));
    }),
    button('Report (PDF)', () => {
      attempt(savePdf);
    }),
    button('Print', () => {
      print();
    }),
    button('Close all runs', () => {
      loaded = NOTHING;
      show();
    }),
  );
}

function wireState(): void {
  darkScheme.addEventListener('change', applyTheme);
  addEventListener('hashchange', () => {
    state = stateFromHash(location.hash);
    controlsFor = null;
    applyTheme();
    show();
  });
}

wireFiles();
wireExports();
wireState();
applyTheme();
show();
openAnd(fromServer());
document.documentElement.dataset['ready'] = 'true';
