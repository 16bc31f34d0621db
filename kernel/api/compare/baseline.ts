// The baseline of the regression gate: what one measurement gave, kept as a file that later ones are compared with. It is the BASE
// of a comparison like any other.

import { UNIT_WORDS } from './measured.ts';
import type { MeasuredCase, MeasuredRun, Unit } from './measured.ts';

/** 3: values of processes instead of a median and its interval. */
const BASELINE_SCHEMA = 'echometer.baseline/3';

export const baselineText = (run: MeasuredRun): string =>
  `${JSON.stringify({ schema: BASELINE_SCHEMA, run }, null, 1)}\n`;

/** A baseline from a file's text, or what is wrong with it. */
export function readBaseline(text: string, name: string): MeasuredRun | string {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    return 'it is no JSON';
  }
  if (!isObject(root) || root['schema'] !== BASELINE_SCHEMA)
    return `its schema is not "${BASELINE_SCHEMA}"`;
  const run = root['run'];
  if (!isObject(run) || !Array.isArray(run['cases']) || run['cases'].length === 0)
    return 'it has no cases';
  const bad = run['cases'].findIndex((one) => !isCase(one));
  if (bad >= 0) return `case ${bad} is not whole`;
  if (!Array.isArray(run['facts']) || !run['facts'].every(isFact)) return 'its facts are not whole';
  const { cases, facts } = run as { cases: readonly MeasuredCase[]; facts: MeasuredRun['facts'] };
  return {
    name,
    kinds: Array.isArray(run['kinds']) ? run['kinds'].map(String) : [],
    facts,
    cases,
    reference: [],
    resolvesPercent: null,
    lost: [],
  };
}

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isFact = (value: unknown): boolean =>
  isObject(value) &&
  ['field', 'title', 'value'].every((name) => typeof value[name] === 'string') &&
  ['measuring', 'machine', 'noted'].includes(String(value['kind']));

function isCase(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { units, facts, step, better, unitWord } = value;
  return (
    ['key', 'name', 'metric'].every((name) => typeof value[name] === 'string') &&
    Array.isArray(units) &&
    units.length > 0 &&
    units.every(isUnit) &&
    Array.isArray(facts) &&
    facts.every(isFact) &&
    Number.isFinite(step) &&
    Number(step) >= 0 &&
    (better === 'lower' || better === 'higher' || better === null) &&
    UNIT_WORDS.some((word) => word === unitWord)
  );
}

const isUnit = (value: unknown): value is Unit =>
  isObject(value) && Number.isFinite(value['value']) && Number(value['value']) >= 0;
