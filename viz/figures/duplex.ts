// All duplex figures of a report, in the order in which a report shows them.

import type { FigureDefinition } from '../definition.ts';
import { concurrencyFigure } from './concurrency.ts';
import { distributionFigure, type TrialCurve } from './distribution.ts';
import { historyFigure } from './history.ts';
import { latencyFigure } from './latency.ts';
import { openLoopFigure } from './open-loop.ts';
import { ownFigure } from './own.ts';
import { areVariants, devicesOf, type RunInput } from '../input/run-input.ts';
import { runOrderFigure } from './run-order.ts';
import { throughputFigure } from './throughput.ts';
import { ofVariants } from '../tables/cells.ts';
import { DEFAULT_VIEW, type ViewOptions } from '../input/view-options.ts';

export interface DuplexFigureInput {
  readonly runs: readonly RunInput[];
  /** Empty when no samples are at hand; then there is no distribution figure. */
  readonly curves: readonly TrialCurve[];
  /** The case the curves belong to, as printed: "64 B". */
  readonly curvesCase: string;
  readonly view?: ViewOptions;
}

export function duplexFigures(input: DuplexFigureInput): FigureDefinition[] {
  const { runs, curves, curvesCase, view = DEFAULT_VIEW } = input;
  const devices = devicesOf(runs);
  const figures = [
    latencyFigure(devices, view),
    distributionFigure(curvesCase, curves),
    throughputFigure(devices),
    concurrencyFigure(devices, view),
    openLoopFigure(devices),
    ownFigure(devices, view),
    runOrderFigure(devices),
    historyFigure(runs),
  ];
  const shown = figures.filter((figure) => figure !== null);
  return areVariants(devices)
    ? shown.map((figure) => ({ ...figure, table: ofVariants(figure.table) }))
    : shown;
}
