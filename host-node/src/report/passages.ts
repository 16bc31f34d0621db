// What report.md says about its tables in words: sentences whose numbers come from data.json. Pure text.

import type { DataCase, DataFile } from '../../../kernel/api/results.ts';
import { formatCount, formatMegabytesPerSecond } from '../../../kernel/api/units.ts';
import { casesOf, nestedSpread, paramsOf, plainSpread } from '../../../viz/tables/cases-of.ts';

/** By the number of the table that it introduces; a table without a passage stands alone. */
export function passageOf(title: string, data: DataFile): string[] {
  if (title.startsWith('Table 2')) return [throughput(data)];
  if (title.startsWith('Table 3')) return [concurrency(), ...workersCompared(data)];
  if (title.startsWith('Table 4')) return [completion(data)];
  if (title.startsWith('Table 5')) return [idle(), ...threadsReturned(data)];
  return [];
}

function throughput(data: DataFile): string {
  const rates = [...casesOf(data, 'managed'), ...casesOf(data, 'bulk')].flatMap((entry) => {
    const rate = plainSpread(entry, 'bytesPerSecond');
    return rate === null ? [] : [{ entry, rate: rate.median }];
  });
  const best = rates.reduce<(typeof rates)[number] | null>(
    (top, next) => (top === null || next.rate > top.rate ? next : top),
    null,
  );
  const highest =
    best === null
      ? ''
      : ` The highest median is ${formatMegabytesPerSecond(best.rate)} MB/s, ${best.entry.suite} ${best.entry.case}.`;
  return `The host sends while the worker returns what it has received. A rate counts the bytes of one direction; both directions together carry twice that. The time includes the comparison of every byte and every acknowledgement. The managed rows change where the input lies (a slot that both processes can reach); Python still builds the output bytes.${highest}`;
}

function concurrency(): string {
  return 'Each session sends a message, receives the echo, compares it and acknowledges it before it sends the next one. All sessions begin their measured loops at one barrier.';
}

/** Four sessions on one worker against four workers, when both were measured. */
function workersCompared(data: DataFile): string[] {
  const of = (sessions: number, workers: number): DataCase | undefined =>
    casesOf(data, 'concurrency').find((entry) => {
      const params = paramsOf(data, entry);
      return params?.sessions === sessions && params.workers === workers;
    });
  const [one, four] = [of(4, 1), of(4, 4)].map((entry) =>
    entry === undefined ? null : plainSpread(entry, 'messagesPerSecond'),
  );
  if (one == null || four == null) return [];
  const percent = (four.median / one.median - 1) * 100;
  const change = `${percent < 0 ? 'lowered' : 'raised'} the median message rate by ${Math.abs(percent).toFixed(1)} %`;
  return [
    `With four sessions, four workers instead of one ${change}; this does not say which component limits it.`,
  ];
}

function completion(data: DataFile): string {
  const done = (suite: 'concurrency' | 'extra' | 'paused'): string => {
    const cases = casesOf(data, suite).filter(
      (entry) => suite === 'paused' || paramsOf(data, entry)?.sessions === 16,
    );
    const ok = cases.reduce((sum, entry) => sum + entry.n, 0);
    const all = cases.reduce(
      (sum, { n, failed, unsupported }) => sum + n + failed + unsupported,
      0,
    );
    return `${ok} of ${all}`;
  };
  const pauses = data.trials.map((trial) => trial.params.pauseNs ?? 0);
  const pauseMs = Math.max(0, ...pauses) / 1e6;
  return `Of the standard trials with sixteen sessions ${done('concurrency')} completed, of the additional ones ${done('extra')}. In separate trials consumption stops for ${formatCount(pauseMs)} ms while reading goes on; then the rest is verified and everything shut down: ${done('paused')} completed.`;
}

function idle(): string {
  return 'One worker is read before its sessions open, while they are open, and after they have ended; the table pairs the first two.';
}

/** The largest difference between the last and the first snapshot of any trial. */
function threadsReturned(data: DataFile): string[] {
  const differences = casesOf(data, 'idle').flatMap((entry) =>
    ['hostThreads', 'workerThreads'].flatMap((name) => {
      const before = nestedSpread(entry, name, 'before');
      const after = nestedSpread(entry, name, 'after');
      return before === null || after === null ? [] : [Math.abs(after.median - before.median)];
    }),
  );
  if (differences.length === 0) return [];
  const most = Math.max(...differences);
  return [
    most === 0
      ? 'After the sessions had ended every thread count was what it had been before they opened.'
      : `After the sessions had ended, thread counts (medians) differed by at most ${formatCount(most)} from those before.`,
  ];
}
