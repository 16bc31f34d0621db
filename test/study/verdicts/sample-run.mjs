// Trials of docs/sample-run and processes of docs/sample-serializers, as distances of logarithms from their case's mean.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const SPEEDS = {
  latency: (stats) => stats.receiptNs?.p50,
  bulk: (stats) => stats.bytesPerSecond,
  managed: (stats) => stats.bytesPerSecond,
  concurrency: (stats) => stats.messagesPerSecond,
  extra: (stats) => stats.messagesPerSecond,
};

const at = (path) => new URL(`../../../docs/${path}`, import.meta.url);

/** Distances from the mean, widened to the spread that a sample of them stands for. */
function residualsOf(values) {
  const logs = values.map((value) => Math.log(value));
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const widening = Math.sqrt(logs.length / (logs.length - 1));
  return logs.map((log) => (log - mean) * widening);
}

/** Of each case with at least three trials. */
export function trialResiduals() {
  const { trials } = JSON.parse(readFileSync(at('sample-run/data.json'), 'utf8'));
  const cases = new Map();
  for (const { suite, case: name, stats } of trials) {
    const value = stats === null ? undefined : SPEEDS[suite]?.(stats);
    if (typeof value !== 'number') continue;
    const key = `${suite} ${name}`;
    cases.set(key, [...(cases.get(key) ?? []), value]);
  }
  return [...cases.values()].filter((values) => values.length >= 3).map(residualsOf);
}

const middle = (values) => {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
};

/** Of the medians of each warm cell's processes (a round is a fresh process). */
export function processResiduals() {
  const text = gunzipSync(
    readFileSync(at('sample-serializers/logs/javascript/2026-11-30-145856.warm.csv.gz')),
  ).toString();
  const [head = '', ...lines] = text.trimEnd().split('\n');
  const columns = head.split(',');
  const place = (name) => columns.indexOf(name);
  const key = ['StringOrStream', 'TestDataName', 'SerializerName', 'DataTypeInstanceCount'].map(
    place,
  );
  const [round, time] = [place('Round'), place('TimeSerAndDeser')];
  const cells = new Map();
  for (const line of lines) {
    const fields = line.split(',');
    if (fields.length !== columns.length) continue;
    const name = key.map((index) => fields[index]).join('|');
    const rounds = cells.get(name) ?? new Map();
    cells.set(name, rounds);
    rounds.set(fields[round], [...(rounds.get(fields[round]) ?? []), Number(fields[time])]);
  }
  return [...cells.values()]
    .map((rounds) => [...rounds.values()].map(middle))
    .filter((medians) => medians.length >= 5)
    .map(residualsOf);
}
