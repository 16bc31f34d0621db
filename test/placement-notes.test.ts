// A table that mixes trials of the scheduler's two states says so in words; one that does not, says nothing.

import { describe, expect, it } from 'vitest';

import type { DataTrial } from '../kernel/api/run/results.ts';
import { duplexFigures } from '../viz/figures/duplex.ts';
import type { RunInput } from '../viz/input/run-input.ts';
import { LAPTOP, syntheticRun } from './fixtures/synthetic-run.ts';

const template = syntheticRun(LAPTOP);

/** The facts of the first `together` trials of a case are those of one processor, of the others those of two. */
function placed(name: string, together: number): RunInput {
  let seen = 0;
  const trials = template.data.trials.map((trial): DataTrial => {
    if (trial.case !== name) return trial;
    seen += 1;
    const isTogether = seen <= together;
    const facts = {
      ...trial.facts,
      workerInvoluntarySwitches: isTogether ? trial.verified.frames : 3,
      hostCpuNsPerMessage: isTogether ? 26_000 : 55_000,
    };
    return { ...trial, facts };
  });
  return { ...template, data: { ...template.data, trials } };
}

function notesOf(run: RunInput, id: string): string {
  const figures = duplexFigures({ runs: [run], curves: [], curvesCase: '' });
  return figures.find((one) => one.id === id)?.table.notes.join('\n') ?? '';
}

describe('the notes of a table', () => {
  it('say in how many trials each message had to wake a processor', () => {
    const notes = notesOf(placed('64B', 2), 'latency');
    expect(notes).toMatch(
      /64 B: in 2 of 5 trials host and worker shared a processor, or the other one was awake \([\d.]+ to [\d.]+ µs\) and in 3 of 5 trials each message had to wake the other processor first \([\d.]+ to [\d.]+ µs\)\./,
    );
    expect(notes).toContain('--cpus HOST,WORKER');
  });

  it('say of many frames in flight whether a processor was shared', () => {
    const notes = notesOf(placed('16KiB/64/16', 1), 'throughput');
    expect(notes).toMatch(
      /in 1 of 5 trials host and worker shared a processor \([\d.,]+ MB\/s\) and in 4 of 5 trials host and worker had a processor each/,
    );
  });

  it('say nothing where all trials ran alike, or where nobody looked', () => {
    for (const run of [placed('64B', 5), template])
      expect(notesOf(run, 'latency')).not.toContain('--cpus');
  });
});
