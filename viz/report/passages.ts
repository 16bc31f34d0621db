// What a report says about its figures in words: sentences whose numbers come from data.json. Pure text.

import { placesOf, spreadAt, type Device, type Place } from '../input/run-input.ts';
import { formatFixed } from '../text/numbers.ts';
import { listed } from '../text/words.ts';

/** The paragraphs above a figure; a figure without any stands alone. */
export function passagesOf(figureId: string, devices: readonly Device[]): string[] {
  switch (figureId) {
    case 'throughput':
      return [THROUGHPUT];
    case 'concurrency':
      return [CONCURRENCY, ...devices.flatMap(workersCompared)];
    case 'paused':
      return [PAUSED, ...devices.flatMap(completion)];
    case 'idle':
      return [IDLE, ...devices.flatMap(threadsReturned)];
    default:
      return [];
  }
}

const THROUGHPUT =
  'The host sends while the worker returns what it has received. A rate counts the bytes of one direction; both directions together carry twice that. The time includes the comparison of every byte and every acknowledgement. The managed rows change where the input lies (a slot that both processes can reach); Python still builds the output bytes.';

const CONCURRENCY =
  'Each session sends a message, receives the echo, compares it and acknowledges it before it sends the next one. All sessions begin their measured loops at one barrier.';

const PAUSED =
  'In these trials consumption stops while reading goes on; then the rest is verified and everything shut down. A trial whose high-water differs from its credit has failed.';

const IDLE =
  'One worker is read before its sessions open, while they are open, and after they have ended.';

/** Four sessions on one worker against four workers, when both were measured. */
function workersCompared(device: Device): string[] {
  const places = placesOf([device], ['concurrency']);
  const rateOf = (workers: number): number | null => {
    const isMeant = ({ params }: Place): boolean =>
      params.sessions === 4 && params.workers === workers;
    const place = places.find(isMeant);
    return place === undefined
      ? null
      : (spreadAt(device, place, 'messagesPerSecond')?.median ?? null);
  };
  const [one, four] = [rateOf(1), rateOf(4)];
  if (one === null || four === null || one === 0) return [];
  const percent = (four / one - 1) * 100;
  const change = `${percent < 0 ? 'lowered' : 'raised'} the median message rate by ${formatFixed(Math.abs(percent), 1)} %`;
  return [
    `On ${device.label}, with four sessions, four workers instead of one ${change}; this does not say which component limits it.`,
  ];
}

function completion(device: Device): string[] {
  const done = (suite: 'concurrency' | 'extra' | 'paused', what: string): string[] => {
    const trials = device.data.trials.filter(
      (trial) => trial.suite === suite && (suite === 'paused' || trial.params.sessions === 16),
    );
    const ok = trials.filter(({ state }) => state === 'ok').length;
    return trials.length === 0 ? [] : [`${ok} of ${trials.length} ${what}`];
  };
  const paused = done('paused', 'trials with a pause');
  const others = [
    ...done('concurrency', 'with sixteen sessions'),
    ...done('extra', 'additional ones with sixteen sessions'),
  ];
  if (paused.length === 0) return [];
  return [`On ${device.label}, ${listed([...paused, ...others])} completed.`];
}

/** The largest difference between the last and the first snapshot of any case. */
function threadsReturned(device: Device): string[] {
  const differences = placesOf([device], ['idle']).flatMap((place) =>
    (['hostThreads', 'workerThreads'] as const).flatMap((name) => {
      const before = spreadAt(device, place, `${name}.before`);
      const after = spreadAt(device, place, `${name}.after`);
      return before === null || after === null ? [] : [Math.abs(after.median - before.median)];
    }),
  );
  if (differences.length === 0) return [];
  const most = Math.max(...differences);
  return [
    most === 0
      ? `On ${device.label}, after the sessions had ended, every thread count was what it had been before they opened.`
      : `On ${device.label}, after the sessions had ended, thread counts (medians) differed by at most ${formatFixed(most, 0)} from those before.`,
  ];
}
