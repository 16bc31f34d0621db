// Axes with round ticks. Every choice here is made from the values alone, never from the pixels.

import type { Axis, Tick } from '../definition.ts';
import { formatTick } from '../text/numbers.ts';

const STEPS = [1, 2, 2.5, 5, 10];

/** The smallest round step that needs at most `count` intervals. */
function roundStep(span: number, count: number): number {
  const raw = span / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = STEPS.find((one) => one * power >= raw * (1 - 1e-9)) ?? 10;
  return step * power;
}

/** Multiples of a step, rounded so that 3 * 0.1 reads 0.3. */
function multiples(from: number, to: number, step: number): Tick[] {
  const ticks: Tick[] = [];
  for (let index = Math.ceil(from / step - 1e-9); index * step <= to + step * 1e-9; index += 1) {
    const at = Number((index * step).toPrecision(12));
    ticks.push({ at, text: formatTick(at) });
  }
  return ticks;
}

export function zeroAxis(label: string, values: readonly number[], intervals = 5): Axis {
  const highest = Math.max(0, ...values);
  const max = highest > 0 ? highest * 1.06 : 1;
  const step = roundStep(max, intervals);
  const top = Math.ceil(max / step - 1e-9) * step;
  return { label, scale: 'linear', min: 0, max: top, ticks: multiples(0, top, step), grid: true };
}

/** Not from zero: for values whose differences, not sizes, are the point. */
export function closeAxis(label: string, values: readonly number[], intervals = 5): Axis {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const margin = (high - low || Math.abs(high) || 1) * 0.08;
  const step = roundStep(high - low + 2 * margin, intervals);
  const min = Math.floor((low - margin) / step) * step;
  const max = Math.ceil((high + margin) / step) * step;
  return { label, scale: 'linear', min, max, ticks: multiples(min, max, step), grid: true };
}

/** Digits that get a tick: fewer the more decades there are. */
const LOG_DIGITS = [[1], [1, 2, 5], [1, 2, 3, 5, 7], [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8]];
const LOG_TICKS = 4;

/** The range is the values' with a margin. Values at or below zero have no place on a log axis. */
export function logAxis(label: string, values: readonly number[]): Axis {
  const positive = values.filter((value) => value > 0);
  const min = positive.length === 0 ? 1 : Math.min(...positive) / 1.15;
  const max = positive.length === 0 ? 10 : Math.max(...positive) * 1.15;
  const choices = LOG_DIGITS.map((digits) => logTicks(digits, min, max));
  const ticks = choices.find((found) => found.length >= LOG_TICKS) ?? choices.at(-1) ?? [];
  return { label, scale: 'log10', min, max, ticks, grid: true };
}

function logTicks(digits: readonly number[], min: number, max: number): Tick[] {
  const ticks: Tick[] = [];
  for (let power = Math.floor(Math.log10(min)); 10 ** power <= max; power += 1) {
    for (const digit of digits) {
      const at = Number(`${digit}e${power}`);
      if (at >= min && at <= max) ticks.push({ at, text: formatTick(at) });
    }
  }
  return ticks;
}

/** Ticks of a part of an axis, while a reader looks closer. */
export function zoomTicks(scale: Axis['scale'], min: number, max: number): Tick[] {
  if (scale === 'log10' && max / min > 3) {
    const choices = LOG_DIGITS.map((digits) => logTicks(digits, min, max));
    return choices.find((found) => found.length >= LOG_TICKS) ?? choices.at(-1) ?? [];
  }
  return multiples(min, max, roundStep(max - min, 5));
}

/** Left of the first category stand the trials of its first device. */
const CATEGORY_MARGIN = 0.6;

export function categoryAxis(label: string, names: readonly string[]): Axis {
  const ticks = names.map((text, at) => ({ at, text }));
  return {
    label,
    scale: 'linear',
    min: -CATEGORY_MARGIN,
    max: names.length - 1 + CATEGORY_MARGIN,
    ticks,
    grid: false,
  };
}

/** Where the marks of one of `count` devices stand within a category of width 1. */
export function slotOf(index: number, count: number): number {
  const width = Math.min(0.34, 0.84 / count);
  return (index - (count - 1) / 2) * width;
}
