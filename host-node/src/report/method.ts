// The method section of report.md: what was timed, how often, in which order, and what the numbers do not say. Pure.

import type { DataFile, RunFile } from '../../../kernel/api/results.ts';
import { formatBytes, formatCount } from '../../../kernel/api/units.ts';

export function methodSection(run: RunFile, data: DataFile): string {
  return ['## Method', '', timing(), '', runs(run), '', countsTable(data), '', caveats(), ''].join(
    '\n',
  );
}

function timing(): string {
  return [
    'The host sends framed payloads to a Python worker over a Unix socket, the worker builds the same bytes anew and returns them, and the kernel compares every returned byte with what was sent. The payload is a repeated byte sequence whose start moves with the session and the frame, so that a stale or swapped echo cannot pass; nothing compresses it.',
    '**Receipt latency** runs from the clock read at which the session decides to send until one clock read on entry of the readable callback that completes the echo. No byte of the echo is compared before that stamp. The **full cycle** goes on until the echo is compared and the operating system has accepted its acknowledgement. **Verified throughput** is the payload bytes of one direction, divided by the time from the first decision to send until the last acknowledgement was accepted, all of them compared.',
    'The clock is monotonic; its step and its cost are in the table above.',
  ].join('\n\n');
}

function runs(run: RunFile): string {
  return [
    `Each trial has a fresh host process, a fresh worker process and a fresh kernel instance. Before its timed session the trial host runs a scratch session of the same case against a worker of its own, so that V8 has compiled the path that is timed; then the warm-up frames of the table below pass on the measured channel, are verified and acknowledged, and only then do the measured frames begin. Warm-up samples are kept in the files and are in no figure. Cases are shuffled within their suite with seed ${run.seed}.`,
    'Tables give the median over trials of one statistic per trial, also for p99. A range spans the smallest and the largest trial that were observed; it is not a confidence interval. A percentile with fewer than ten samples beyond it is not printed.',
  ].join('\n\n');
}

function countsTable(data: DataFile): string {
  const rows = data.cases.map((entry) => {
    const trial = data.trials.find((t) => t.suite === entry.suite && t.case === entry.case);
    const params = trial?.params;
    const counts =
      params === undefined
        ? ['-', '-', '-', '-']
        : [
            formatCount(params.frames),
            formatCount(params.warmupFrames),
            formatBytes(params.creditBytes),
            formatCount(params.ackEvery),
          ];
    const trials = entry.n + entry.failed + entry.unsupported;
    return `| ${entry.suite} ${entry.case} | ${counts.join(' | ')} | ${trials} |`;
  });
  return [
    '| Case | Measured frames | Warm-up frames | Credit | Frames per ack | Trials |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n');
}

function caveats(): string {
  return [
    '### What these numbers do not say',
    '',
    '- They describe a whole set-up: machine, operating system, Node, Python and the load of that moment. They do not tell which of these causes a difference.',
    '- On a virtual machine a round trip contains two wake-ups of a halted processor; small payloads then measure the scheduler more than the software.',
    '- Host and worker share the processors with everything else that runs. The p99 of a trial is often an event of the machine.',
    '- Runs are comparable when their measuring part (`measureId`) and their parameters are equal.',
    '',
    'Every figure can be recomputed from the raw facts in this folder: `echometer verify` with its path.',
  ].join('\n');
}
