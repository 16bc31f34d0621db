// What a reader chose, and its form in the URL hash. Only choices: data never leaves the page this way.

import { PERCENTILES, type Percentile, type ViewOptions } from '../../input/view-options.ts';
import {
  MICROSECONDS,
  MILLISECONDS,
  NANOSECONDS,
  type TimeUnit,
} from '../../input/view-options.ts';

export const TIME_UNITS: readonly TimeUnit[] = [NANOSECONDS, MICROSECONDS, MILLISECONDS];
export const THEMES = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEMES)[number];

export interface PageState {
  readonly percentile: 'all' | Percentile;
  readonly unit: TimeUnit['name'];
  readonly scale: ViewOptions['latencyScale'];
  /** The place of the baseline among the loaded runs. */
  readonly baseline: number;
  /** The place of the run that is compared with the baseline; null is the first other one, -1 none. */
  readonly compare: number | null;
  readonly theme: ThemeChoice;
  /** Rows of all tables must contain this text. */
  readonly filter: string;
}

const INITIAL_STATE: PageState = {
  percentile: 'all',
  unit: 'µs',
  scale: 'log',
  baseline: 0,
  compare: null,
  theme: 'system',
  filter: '',
};

/** Only what differs from the initial state, so that a plain page has a plain address. */
export function stateToHash(state: PageState): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(state)) {
    if (value !== INITIAL_STATE[key as keyof PageState]) parameters.set(key, String(value));
  }
  return parameters.toString();
}

/** Anything unknown falls back to the initial state: a hash comes from outside. */
export function stateFromHash(hash: string): PageState {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''));
  const oneOf = <T extends string>(key: string, allowed: readonly T[], otherwise: T): T =>
    allowed.find((value) => value === parameters.get(key)) ?? otherwise;
  const baseline = Number(parameters.get('baseline') ?? 0);
  const compare = Number(parameters.get('compare') ?? Number.NaN);
  return {
    percentile: oneOf('percentile', ['all', ...PERCENTILES], INITIAL_STATE.percentile),
    unit: oneOf(
      'unit',
      TIME_UNITS.map(({ name }) => name),
      INITIAL_STATE.unit,
    ),
    scale: oneOf('scale', ['log', 'linear'], INITIAL_STATE.scale),
    baseline: Number.isInteger(baseline) && baseline >= 0 ? baseline : 0,
    compare: Number.isInteger(compare) && compare >= -1 ? compare : null,
    theme: oneOf('theme', THEMES, INITIAL_STATE.theme),
    filter: parameters.get('filter') ?? '',
  };
}

export const viewOf = (state: PageState): ViewOptions => ({
  timeUnit: TIME_UNITS.find(({ name }) => name === state.unit) ?? MICROSECONDS,
  percentiles: state.percentile === 'all' ? PERCENTILES : [state.percentile],
  latencyScale: state.scale,
});

/** The run that is compared with the baseline; null when there is none. */
export function comparedWith({ baseline, compare }: PageState, count: number): number | null {
  const place = compare ?? (baseline === 0 ? 1 : 0);
  return place >= 0 && place < count && place !== baseline ? place : null;
}
