// The last sections of report.md: how memory and threads were read, which trials there are, and what is in scope. Pure.

import { SUITES } from '../../../kernel/api/cases.ts';
import type { Suite } from '../../../kernel/api/cases.ts';
import { RESOLUTION_SUITE } from '../../../kernel/api/resolution.ts';
import type { DataFile, DataTrial, RunFile } from '../../../kernel/api/results.ts';
import { formatCount } from '../../../kernel/api/units.ts';

export function samplingSection(run: RunFile): string {
  const how =
    run.device.platform === 'linux'
      ? 'from /proc: resident set size, its anonymous and shared parts, threads, and the time on a processor of every thread'
      : 'from process snapshots (ps): resident set size and threads; the other readings are null with a reason';
  return [
    '## Sampling',
    '',
    `Host and worker are read ${how}. The readings of a trial are taken before its sessions open, when all of them are open, and when they have ended, always before a process exits. The host is the process of one trial: Node, the kernel and nothing that draws. Slot files count as shared memory in both processes. Resident set size describes a whole set-up; it is neither a peak nor exclusive.`,
    '',
    'Before and after its measured part each trial times slices of a fixed piece of work in the kernel. A trial is SLOWED when its fastest slice is more than 10 % above the fastest of the run, SHARED when its mean slice is more than 25 % above its own fastest, STOLEN when the hypervisor took more than 1 % of its time, and THROTTLED when its control group was stopped by a CPU limit or the system reports a speed limit. Marked trials stay in the tables.',
    '',
    'A trial is written only after each of its workers has exited; how it exited is a field of the trial.',
    '',
  ].join('\n');
}

export function cohortSection(run: RunFile, data: DataFile): string {
  return [
    '## Cohort and scope',
    '',
    `${selection(run, data)} No observation within a trial was removed. The order of all trials is in run.json; the parameters and statistics of each are in data.json. Other programs of the machine went on running.`,
    '',
    suiteTable(data),
    '',
  ].join('\n');
}

function selection(run: RunFile, data: DataFile): string {
  const cohort = data.trials.filter((trial) => trial.suite !== RESOLUTION_SUITE);
  const planned = run.order.filter((trial) => trial.suite !== RESOLUTION_SUITE).length;
  const count = (state: DataTrial['state']): number =>
    cohort.filter((trial) => trial.state === state).length;
  const [failed, unsupported] = [count('failed'), count('unsupported')];
  const without =
    failed + unsupported === 0
      ? 'all of them ok'
      : `${failed} of them failed and ${unsupported} unsupported, which are listed and in no table`;
  return `This report has every one of the ${cohort.length} trials that ran of the ${planned} planned, ${without}.`;
}

/** One row per suite: its cases, their counts and its trials. */
function suiteTable(data: DataFile): string {
  const rows = SUITES.filter(
    (suite) => suite !== RESOLUTION_SUITE && data.cases.some((entry) => entry.suite === suite),
  ).map((suite) => suiteRow(data, suite));
  const total = data.cases
    .filter((entry) => entry.suite !== RESOLUTION_SUITE)
    .reduce((sum, { n, failed, unsupported }) => sum + n + failed + unsupported, 0);
  return [
    '| Suite | Measured frames a session | Warm-up frames | Trials |',
    '| --- | ---: | ---: | ---: |',
    ...rows,
    `| Total | | | ${formatCount(total)} |`,
  ].join('\n');
}

function suiteRow(data: DataFile, suite: Suite): string {
  const cases = data.cases.filter((entry) => entry.suite === suite);
  const trials = cases.map(({ n, failed, unsupported }) => n + failed + unsupported);
  const total = trials.reduce((sum, count) => sum + count, 0);
  const perCase = new Set(trials).size === 1 ? `${cases.length} x ${trials[0] ?? 0} = ` : '';
  const own = data.trials.filter((trial) => trial.suite === suite);
  const values = (pick: (trial: DataTrial) => number): string =>
    [...new Set(own.map(pick))]
      .sort((a, b) => b - a)
      .map(formatCount)
      .join(' / ');
  const names = cases.map((entry) => entry.case).join(', ');
  return `| ${suite}: ${names} | ${values((t) => t.params.frames)} | ${values((t) => t.params.warmupFrames)} | ${perCase}${total} |`;
}
