// The exactness classes of the manifest agree with the perturbation probe: what is exact does not depend on a library's last bit.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { probe } from '../kernel/probe.mjs';

interface Suite {
  readonly calls?: boolean;
  readonly conformance: 'exact' | 'approximate';
  readonly reason?: string;
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../kernel/vectors/${name}`, import.meta.url), 'utf8'));

const { suites } = read('manifest.json') as { suites: Record<string, Suite> };
const recorded = read('probe.json') as { moved: Record<string, Record<string, number>> };
const callSuites = Object.entries(suites).filter(([, { calls }]) => calls === true);

// Pragmastat fixes the exponential's operations: its suites are exact by specification, whatever that function answers.
const FIXES_EXPONENTIAL = 'pragmastat-';
// Approximate for another reason than an elementary function: the oracle adds in another order.
const OTHER_ROUNDING = ['hedges-g', 'spearman'];

/** Cases that would move if a library's log, exp or cos were used. */
function dependsOnLibrary(suite: string): boolean {
  const { portableExp = 0, ...others } = recorded.moved[suite] ?? {};
  const fixed = suite.startsWith(FIXES_EXPONENTIAL) ? 0 : portableExp;
  return Object.values(others).reduce((sum, count) => sum + count, fixed) > 0;
}

test('every suite of calls was probed', () => {
  expect(Object.keys(recorded.moved).sort()).toEqual(callSuites.map(([name]) => name).sort());
});

test.each(callSuites)('the class of %s agrees with the probe', (name, { conformance, reason }) => {
  const isApproximate = dependsOnLibrary(name) || OTHER_ROUNDING.includes(name);
  expect([name, conformance]).toEqual([name, isApproximate ? 'approximate' : 'exact']);
  expect(reason !== undefined).toBe(conformance === 'approximate');
});

test('the probe finds today what it recorded', () => {
  expect(probe()).toEqual(recorded.moved);
});
