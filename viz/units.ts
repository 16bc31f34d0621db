// How numbers with a unit become text, for every table, message and figure; no locale and no Intl, so that the same
// number gives the same text on every runtime. It measures and rounds nothing else.

const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;
/** From here on one digit would round up to the next unit: 1,024.0 KiB. */
const ROUNDS_UP = 0.05;

/** Sizes that divide evenly read as in the case names: 64 B, 16 KiB, 1 MiB; others keep one digit. */
export function formatBytes(bytes: number): string {
  if (bytes < KIB) return `${bytes} B`;
  if (bytes < MIB - ROUNDS_UP * KIB) return `${trimmed(bytes / KIB)} KiB`;
  if (bytes < GIB - ROUNDS_UP * MIB) return `${trimmed(bytes / MIB)} MiB`;
  return `${trimmed(bytes / GIB)} GiB`;
}

/** Microseconds with one digit, as in the latency tables: 71.3 and 1,039.8. */
export function formatMicroseconds(ns: number): string {
  return grouped((ns / 1000).toFixed(1));
}

/** Decimal megabytes per second with one digit: 1 MB is 10^6 bytes. */
export function formatMegabytesPerSecond(bytesPerSecond: number): string {
  return grouped((bytesPerSecond / 1e6).toFixed(1));
}

export function formatCount(count: number): string {
  return grouped(count.toFixed(0));
}

/** A duration for people who wait: 840 ms, 12.4 s, 3 min 20 s. */
export function formatDuration(ns: number): string {
  const seconds = ns / 1e9;
  if (seconds < 0.9995) return `${(ns / 1e6).toFixed(0)} ms`;
  if (seconds < 60 - ROUNDS_UP) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

function trimmed(value: number): string {
  return Number.isInteger(value) ? grouped(value.toFixed(0)) : grouped(value.toFixed(1));
}

function grouped(digits: string): string {
  const [whole = '', fraction] = digits.split('.');
  const withCommas = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? withCommas : `${withCommas}.${fraction}`;
}
