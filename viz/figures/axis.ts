// Axes with round ticks. Every choice here is made from the values alone, never from the pixels.

import type { Axis, Tick } from '../definition.ts';
import { formatTick } from '../format.ts';

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

/** 1-2-5 ticks; over three decades only the powers of ten. Values at or below zero have no place on it. */
export function logAxis(label: string, values: readonly number[]): Axis {
  const positive = values.filter((value) => value > 0);
  const low = positive.length === 0 ? 1 : Math.min(...positive) / 1.08;
  const high = positive.length === 0 ? 10 : Math.max(...positive) * 1.08;
  const isWide = Math.log10(high / low) > 3;
  const marks: number[] = [];
  for (let power = -12; power <= 15; power += 1) {
    for (const digit of [1, 2, 5]) marks.push(Number(`${digit}e${power}`));
  }
  const min = marks.findLast((mark) => mark <= low) ?? low;
  const max = marks.find((mark) => mark >= high) ?? high;
  const ticks = marks
    .filter((mark) => mark >= min && mark <= max)
    .filter((mark) => !isWide || /^1(e|$)/.test(mark.toExponential().replace('.0', '')))
    .map((at) => ({ at, text: formatTick(at) }));
  return { label, scale: 'log10', min, max, ticks, grid: true };
}

export function categoryAxis(label: string, names: readonly string[]): Axis {
  const ticks = names.map((text, at) => ({ at, text }));
  return { label, scale: 'linear', min: -0.5, max: names.length - 0.5, ticks, grid: false };
}

/** Where the marks of one of `count` devices stand within a category of width 1. */
export function slotOf(index: number, count: number): number {
  const width = Math.min(0.34, 0.84 / count);
  return (index - (count - 1) / 2) * width;
}
