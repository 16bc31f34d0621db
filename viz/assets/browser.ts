// uPlot where a build has put it into the bundle: compiled with it, so no policy has to allow eval.

import { uPlotSource } from 'virtual:uplot-source';
import { recordingUPlot } from '../draw/dom-stub.ts';
import type { RecordingUPlot, UPlotConstructor } from '../draw/dom-stub.ts';

/** Draws into a recording: no document is needed, so a worker may draw. */
export const loadRecordingUPlot = (): RecordingUPlot => recordingUPlot(uPlotSource);

/** Draws on canvases of this page. The cast is the contract of the build: it returns what uPlot's module exports. */
export const loadUPlot = (): UPlotConstructor =>
  uPlotSource(
    window,
    document,
    navigator,
    devicePixelRatio,
    (query: string) => matchMedia(query),
    queueMicrotask.bind(window),
    Path2D,
    CustomEvent,
    HTMLElement,
  ) as UPlotConstructor;
