// What both elements are: a tree of their own with a style sheet, which shows what `src` names and says what went wrong.

import { releasedKernels } from 'virtual:released-kernels';
import { styleText } from 'virtual:element-style';
import { loadRecordingUPlot, loadUPlot } from '../../assets/browser.ts';
import type { Page } from '../../report/page.ts';
import { DARK, LIGHT, type Theme } from '../../theme.ts';
import { element } from '../dom/dom.ts';
import type { LiveFigure, LiveFigureOptions } from '../page/live-figure.ts';
import type { PageKernel } from '../page/page-kernel.ts';
import { onlyCase } from './case.ts';
import { openKernel } from './kernel.ts';
import { pageOf } from './page-of.ts';
import { loadSource, type SourceContent } from './source.ts';

/** Elements of one page share a kernel, a chart library and a style sheet, made when the first one needs them. */
interface Shared {
  readonly kernel: PageKernel;
  readonly uPlot: LiveFigureOptions['uPlot'];
  readonly recording: LiveFigureOptions['recording'];
}

let made: Promise<Shared> | null = null;

const shared = (): Promise<Shared> => (made ??= makeShared());

async function makeShared(): Promise<Shared> {
  return { kernel: await openKernel(), uPlot: loadUPlot(), recording: loadRecordingUPlot() };
}

let sheet: CSSStyleSheet | null = null;

function sharedSheet(): CSSStyleSheet {
  if (sheet !== null) return sheet;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(styleText);
  return sheet;
}

const darkScheme = matchMedia('(prefers-color-scheme: dark)');

export abstract class SourceElement extends HTMLElement {
  static readonly observedAttributes = ['src', 'case', 'figure', 'theme'];

  readonly #live = element('div', { class: 'sr', 'aria-live': 'polite' });
  readonly #body = element('div', { class: 'body' });
  #figures: LiveFigure[] = [];
  /** Which loading is the newest: an older one that ends later shows nothing. */
  #turn = 0;
  #isWaiting = false;

  /** The sections of the page that this element shows; throws when there are none. */
  protected abstract view(page: Page, options: LiveFigureOptions): ElementView;

  connectedCallback(): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sharedSheet()];
    root.replaceChildren(this.#body, this.#live);
    darkScheme.addEventListener('change', this.#redraw);
    this.#later();
  }

  disconnectedCallback(): void {
    darkScheme.removeEventListener('change', this.#redraw);
    this.#turn += 1;
    this.#show([], []);
  }

  attributeChangedCallback(name: string): void {
    if (name === 'theme') this.#redraw();
    else if (this.isConnected) this.#later();
  }

  readonly #redraw = (): void => {
    for (const figure of this.#figures) figure.redraw();
  };

  /** Several attributes that change together are one change. */
  #later(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    queueMicrotask(() => {
      this.#isWaiting = false;
      void this.#load();
    });
  }

  async #load(): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    this.setAttribute('aria-busy', 'true');
    const view = await this.#read().catch((error: unknown) => failure(error));
    if (turn !== this.#turn) {
      for (const figure of view.figures) figure.destroy();
      return;
    }
    this.#show(view.nodes, view.figures);
    this.removeAttribute('aria-busy');
    this.dispatchEvent(new Event(view.isFailed === true ? 'error' : 'load'));
  }

  async #read(): Promise<ElementView> {
    const { kernel, uPlot, recording } = await shared();
    const content = await loadSource(
      this.getAttribute('src') ?? '',
      document.baseURI,
      kernel.workspace,
    );
    const chosen = onlyCase(content, this.getAttribute('case'));
    const page = await pageOf(chosen, kernel, releasedKernels);
    const { failures } = content;
    if (page === null) throw new Error(failures.map(sentence).join(' ') || 'src names nothing');
    const announce = (text: string): void => {
      this.#live.textContent = text;
    };
    const view = this.view(page, { uPlot, recording, theme: () => this.#theme(), announce });
    return { ...view, nodes: [...failures.map((one) => alert(sentence(one))), ...view.nodes] };
  }

  #show(nodes: readonly Node[], figures: LiveFigure[]): void {
    for (const figure of this.#figures) figure.destroy();
    this.#figures = figures;
    this.#body.replaceChildren(...nodes);
  }

  #theme(): Theme {
    const chosen = this.getAttribute('theme');
    const isDark = chosen === 'dark' || (chosen !== 'light' && darkScheme.matches);
    return isDark ? DARK : LIGHT;
  }
}

export interface ElementView {
  readonly nodes: readonly Node[];
  readonly figures: LiveFigure[];
  readonly isFailed?: boolean;
}

const sentence = ({ code, message }: SourceContent['failures'][number]): string =>
  `${code}: ${message}`;

const alert = (text: string): HTMLElement => element('p', { role: 'alert', class: 'alert' }, text);

const failure = (error: unknown): ElementView => ({
  nodes: [alert(error instanceof Error ? error.message : String(error))],
  figures: [],
  isFailed: true,
});
