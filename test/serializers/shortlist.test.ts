// The default of `echometer run`: a shortlist that can be ranked, goes on when it is resumed, and says what it left out.
import { expect, test } from 'vitest';
import { loadKernel } from '../../host-node/src/kernel/load.ts';
import { planFile, planOf } from '../../host-node/src/serializers/plan-file.ts';
import {
  COLD_PROCESSES,
  isMeant,
  wants,
  WARM_ROUNDS,
  wholePlan,
} from '../../host-node/src/serializers/plan.ts';

test('has three processes a row, single objects in bytes mode, and whole ids', () => {
  const plan = wholePlan('quick', null, null);
  expect([WARM_ROUNDS[plan.runMode], COLD_PROCESSES[plan.runMode]]).toEqual([3, 3]);
  expect(plan.cells.map(({ key }) => key)).toEqual([
    'message@n=1',
    'document@n=1',
    'telemetry@n=1',
  ]);
  expect(plan.modes).toEqual(['bytes']);
  expect([wants(plan, 'JSON'), wants(plan, 'JSON (string)'), wants(plan, 'superjson')]).toEqual([
    true,
    false,
    false,
  ]);
  expect([isMeant('json', 'superjson'), isMeant('=json', 'superjson')]).toEqual([true, false]);
});

test('is the same plan after it was written and read', () => {
  const times = { startedAt: '2026-12-01T00:00:00.000Z', finishedAt: null, resumedAt: [] };
  const plan = wholePlan('quick', null, null);
  const { plan: read } = planOf(planFile(plan, 's', loadKernel(), times), 'x');
  expect(read.cells).toEqual(plan.cells);
  expect(read.serializers).toEqual(plan.serializers);
  expect(wholePlan('full', null, null).serializers).toEqual([]);
});
