// Going on with a run that was interrupted: reads its folder, refuses what would mix two machines or two versions, and says
// what is still to do. It measures nothing.

import { PROFILES } from '../../../kernel/api/run/cases.ts';
import type { DuplexCase } from '../../../kernel/api/run/cases.ts';
import type { RunFile, TrialFile } from '../../../kernel/api/run/results.ts';
import { EchometerError } from '../../../kernel/api/facade/echometer-error.ts';
import { usageError } from '../errors.ts';
import { RunStore } from '../results/store.ts';

export interface InterruptedRun {
  readonly store: RunStore;
  readonly run: RunFile;
  readonly finished: readonly TrialFile[];
}

/** `folder` must hold a run.json; its finished trials are kept as they are, failed ones too. */
export function openInterrupted(folder: string): InterruptedRun {
  const store = RunStore.open(folder);
  const source = store.source();
  return { store, run: source.run(), finished: source.trials() };
}

/** A plan of cases and a profile that this version has: everything is asked before anything is measured. */
export function requireKnown(run: RunFile, cases: readonly DuplexCase[]): void {
  if (!PROFILES.includes(run.profile))
    throw usageError(
      'BAD_FIELD',
      'run.json: profile',
      `run.json: there is no profile ${JSON.stringify(run.profile)}`,
      'the folder is damaged; start a new run',
    );
  const unknown = run.order.find(
    (planned) => !cases.some((c) => c.suite === planned.suite && c.case === planned.case),
  );
  if (unknown === undefined) return;
  const name = `${unknown.suite}/${unknown.case}`;
  throw usageError(
    'UNKNOWN_CASE',
    name,
    `run.json plans ${name}, which this version does not know`,
    'start a new run',
  );
}

/** The facts that must be the same on both sides of an interruption, by the name of their field. */
const SAME: readonly (readonly [string, (run: RunFile) => unknown])[] = [
  ['tool.version', (run) => run.tool.version],
  ['build.sha256', (run) => run.build.sha256],
  ['host.version', (run) => run.host.version],
  ['device.arch', (run) => run.device.arch],
  ['device.cpuModel', (run) => run.device.cpuModel],
  ['device.cpuCount', (run) => run.device.cpuCount],
  ['device.osRelease', (run) => run.device.osRelease],
  ['lane', (run) => run.lane],
  ['worker', (run) => JSON.stringify(run.worker)],
  [
    'variants',
    (run) =>
      JSON.stringify(
        run.variants?.map(({ name, lane, worker, cpus }) => ({ name, lane, worker, cpus })),
      ),
  ],
];

/** Throws NOT_THE_SAME_RUN (exit 4) with the first field that differs; `now` describes this machine and version. */
export function requireSame(before: RunFile, now: RunFile): void {
  for (const [field, read] of SAME) {
    if (read(before) === read(now)) continue;
    throw new EchometerError({
      code: 'NOT_THE_SAME_RUN',
      subject: field,
      what: `${field} was ${String(read(before))} when the run began and is ${String(read(now))} now`,
      next: 'resume with the same machine, versions, --variant, --lane and --python or --worker, or start a new run',
      outcome: 'notComparable',
    });
  }
}
