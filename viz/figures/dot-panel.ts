// The panel most figures share: per category and device the trials (open), their median (filled) and
// their observed range (line).

import type { Axis, BarRow, DotRow, Panel } from '../definition.ts';
import { formatMeasured } from '../text/numbers.ts';
import { categoryAxis, slotOf } from './axis.ts';
import type { StatisticPath } from '../../kernel/api/run/statistic.ts';
import { spreadAt, valuesAt, type Device, type Place } from '../input/run-input.ts';

export interface DotPanelOptions {
  readonly devices: readonly Device[];
  readonly places: readonly Place[];
  /** The text of a place under the axis; lines are separated by \n. */
  readonly name: (place: Place) => string;
  readonly xLabel: string;
  readonly path: StatisticPath;
  /** data.json's unit / the axis' unit. */
  readonly divisor: number;
  readonly unit: string;
  readonly title: string;
  readonly better: string;
  readonly yAxis: (label: string, values: readonly number[]) => Axis;
  readonly heightPx: number;
  /** Soft bars from zero under the marks; only on an axis that starts there. */
  readonly bars?: boolean;
}

export function dotRows(options: DotPanelOptions): DotRow[] {
  const { devices, places, path, divisor, unit } = options;
  return places.flatMap((place, category) =>
    devices.flatMap((device, index): DotRow[] => {
      const spread = spreadAt(device, place, path);
      if (spread === null) return [];
      const [median, min, max] = [spread.median, spread.min, spread.max].map((v) => v / divisor);
      if (median === undefined || min === undefined || max === undefined) return [];
      const where = options.name(place).replaceAll('\n', ' ');
      const range = `[${formatMeasured(min)}, ${formatMeasured(max)}]`;
      return [
        {
          series: device.series,
          x: category + slotOf(index, devices.length),
          trials: valuesAt(device, place, path).map((value) => value / divisor),
          median,
          min,
          max,
          text: `${device.label}, ${where}: ${formatMeasured(median)} ${unit} ${range}, n = ${spread.n}`,
        },
      ];
    }),
  );
}

export function dotPanel(options: DotPanelOptions): Panel {
  const { devices, places, title, better, unit, heightPx } = options;
  const rows = dotRows(options);
  const half = Math.min(0.17, 0.42 / devices.length) * 0.92;
  const bars = rows.map((row): BarRow => {
    const [x0, x1] = [row.x - half, row.x + half];
    return { series: row.series, x0, x1, y0: 0, y1: row.median, soft: true, text: '' };
  });
  return {
    title,
    better,
    heightPx,
    x: categoryAxis(options.xLabel, places.map(options.name)),
    y: options.yAxis(
      unit,
      rows.flatMap((row) => [row.min, row.max]),
    ),
    layers: [
      ...(options.bars === true ? [{ kind: 'bars', rows: bars } as const] : []),
      { kind: 'dots', rows },
    ],
  };
}
