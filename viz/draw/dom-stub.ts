// Just enough of a document for uPlot 1.6.32 to run where there is none (Node, a worker). Nothing leaks
// into globals: uPlot's source is compiled as a function whose parameters are these objects.

import type uPlot from 'uplot';
import { RecordedPath } from './path.ts';
import { RecordingContext } from './recorder.ts';

export type UPlotConstructor = typeof uPlot;

/** The free names in uPlot's IIFE build, in the order in which UPlotSource takes them. */
export const UPLOT_PARAMETERS = [
  'window',
  'document',
  'navigator',
  'devicePixelRatio',
  'matchMedia',
  'queueMicrotask',
  'Path2D',
  'CustomEvent',
  'HTMLElement',
] as const;

/** uPlot's IIFE source with `return uPlot` at its end, compiled by whoever may (node:vm, a bundler). */
export type UPlotSource = (...globals: readonly unknown[]) => unknown;

class StubElement {
  readonly style: Record<string, string> = {};
  readonly children: StubElement[] = [];
  readonly classList = { add: nothing, remove: nothing, toggle: nothing, contains: () => false };
  width = 0;
  height = 0;
  #context: RecordingContext | undefined;

  getContext(): RecordingContext {
    this.#context ??= new RecordingContext(this);
    return this.#context;
  }
  appendChild(child: StubElement): StubElement {
    this.children.push(child);
    return child;
  }
  insertBefore(child: StubElement): StubElement {
    return this.appendChild(child);
  }
  getBoundingClientRect(): { left: 0; top: 0; right: 0; bottom: 0; width: 0; height: 0 } {
    return { left: 0, top: 0, right: 0, bottom: 0, width: 0, height: 0 };
  }
  get firstChild(): StubElement | null {
    return this.children[0] ?? null;
  }
  setAttribute = nothing;
  addEventListener = nothing;
  removeEventListener = nothing;
  remove = nothing;
}

function nothing(): void {
  // A chart that is only recorded has no listeners, attributes or style sheets.
}

export interface RecordingUPlot {
  /** Draws once, synchronously, and returns the recorded operations. */
  readonly record: (options: uPlot.Options, data: uPlot.AlignedData) => RecordingContext;
  readonly uPlot: UPlotConstructor;
}

export function recordingUPlot(source: UPlotSource): RecordingUPlot {
  const pending: (() => void)[] = [];
  const document = {
    createElement: () => new StubElement(),
    body: new StubElement(),
    addEventListener: nothing,
    removeEventListener: nothing,
  };
  const window = { ...document, dispatchEvent: nothing };
  const matchMedia = () => ({ addEventListener: nothing, removeEventListener: nothing });
  const queueMicrotask = (task: () => void) => pending.push(task);
  // The cast is the contract of UPlotSource: it returns what uPlot's own module exports.
  const constructor = source(
    window,
    document,
    { language: 'en-US' },
    1,
    matchMedia,
    queueMicrotask,
    RecordedPath,
    Event,
    StubElement,
  ) as UPlotConstructor;
  const record = (options: uPlot.Options, data: uPlot.AlignedData): RecordingContext => {
    // A stub stands for the host element; uPlot only appends to it.
    const target = new StubElement() as unknown as HTMLElement;
    const chart = new constructor(options, data, target);
    // uPlot commits in a microtask; run here, nothing is left for later and record() stays synchronous.
    for (let task = pending.shift(); task !== undefined; task = pending.shift()) task();
    return chart.ctx as unknown as RecordingContext;
  };
  return { record, uPlot: constructor };
}
