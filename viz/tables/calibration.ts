// What a calibration was made of: each case with its runs.

import type { Calibration } from '../../kernel/api/compare/calibration.ts';
import { formatFixed } from '../text/numbers.ts';
import { count, words, type Table } from './table.ts';

export function calibrationTable({ cases, runEffect }: Calibration): Table {
  return {
    caption: 'Cases of the calibration',
    columns: [
      { title: 'Case' },
      { title: 'Statistic' },
      { title: 'Runs' },
      { title: 'Trials a run' },
    ],
    rows: cases.map(({ name, metric, runs }) => [
      words(name),
      words(metric),
      count(runs.length),
      count(Math.min(...runs.map((each) => each.length))),
    ]),
    notes: [
      `Trials of one run differ by ${formatFixed(runEffect.unitDeviation * 100, 1)} % (standard deviation, root of the mean variance of all cases).`,
    ],
  };
}
