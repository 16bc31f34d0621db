// changePoints on seeded series: what docs/statistics.md publishes (npm run study:changes), in fewer series.
import { beforeAll, describe, expect, test } from 'vitest';
import { changePoints, openWorkspace, type Workspace } from '../host-node/src/kernel/open.ts';
import { judge, SHAPES } from './study/change-series.mjs';

const SERIES = 100;

let workspace: Workspace;

beforeAll(async () => {
  workspace = await openWorkspace();
});

function judged(name: string, level: number): ReturnType<typeof judge> {
  const shape = SHAPES.find((each) => each.name === name);
  if (shape === undefined) throw new Error(`no shape ${name}`);
  return judge(shape, (values) => changePoints(workspace, values, 3, level), SERIES);
}

describe('changePoints at the level of 5 %', () => {
  test.each(['flat', 'flat, one wild run (+50 %)', 'autocorrelation 0.3, flat', '20 runs, flat'])(
    '%s: at most 5 of 100 series have a change',
    (name) => {
      expect(judged(name, 0.05).others).toBeLessThanOrEqual(0.05);
    },
  );

  test.each([
    '+8 %, one wild run (+50 %)',
    'noise 5 %, +20 %, one wild run',
    'two steps, +8 % and back, one wild run',
    '20 runs, +8 %, one wild run',
  ])('%s: 95 of 100 steps are found within one run, and no wild run', (name) => {
    const { found, wild } = judged(name, 0.05);
    expect(found).toBeGreaterThanOrEqual(0.95);
    expect(wild).toBeLessThanOrEqual(0.05);
  });

  test('the judge sees false changes: at a level of 50 % neighbors that resemble each other have them', () => {
    expect(judged('autocorrelation 0.3, flat', 0.5).others).toBeGreaterThan(0.2);
  });
});
