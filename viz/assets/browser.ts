// uPlot where a build has put it into the bundle: compiled with it, so no policy has to allow eval.

import { uPlotSource } from 'virtual:uplot-source';
import { recordingUPlot, type RecordingUPlot } from '../draw/dom-stub.ts';

/** Draws into a recording: no document is needed, so a worker may draw. */
export const loadRecordingUPlot = (): RecordingUPlot => recordingUPlot(uPlotSource);
