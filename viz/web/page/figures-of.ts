// The loaded runs and the reader's choices -> the figures of the page. Pure but for the kernel it computes with.

import { workspaceOf } from '../../../kernel/api/facade/workspace.ts';
import { duplexFigures } from '../../figures/duplex.ts';
import type { TrialCurve } from '../../figures/distribution.ts';
import type { FigureDefinition } from '../../definition.ts';
import { curvesOf } from '../../report/curves.ts';
import type { LoadedRun } from './load.ts';
import { viewOf, type PageState } from './state.ts';

export interface Curves {
  readonly curves: readonly TrialCurve[];
  readonly curvesCase: string;
}

/** A reader zooms in: fine enough that a step of the grid is no step of the data. */
const GRID_POINTS = 2000;

export const NO_CURVES: Curves = { curves: [], curvesCase: '' };

/** Distribution curves need samples and a kernel: the last run's own, as it is the newest here. */
export async function computeCurves(runs: readonly LoadedRun[]): Promise<Curves> {
  const sampled = runs.filter(({ trials, kernel }) => trials.length > 0 && kernel !== null);
  const bytes = sampled.at(-1)?.kernel;
  if (bytes === undefined || bytes === null) return NO_CURVES;
  const module = await WebAssembly.compile(bytes.slice());
  return curvesOf(runs, workspaceOf(module), GRID_POINTS);
}

export const figuresOf = (
  runs: readonly LoadedRun[],
  { curves, curvesCase }: Curves,
  state: PageState,
): FigureDefinition[] => duplexFigures({ runs, curves, curvesCase, view: viewOf(state) });
