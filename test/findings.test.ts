// The sentences of the first screen are functions of the data: what they say of one trial, of several devices, of what failed.
import { describe, expect, it } from 'vitest';
import type { DataFile } from '../kernel/api/run/results.ts';
import { devicesOf, type Device, type RunInput } from '../viz/input/run-input.ts';
import { pageMarkdown } from '../viz/print/page-markdown.ts';
import { reportPage } from '../viz/report/content.ts';
import { duplexFindings, idleCheck, pausedCheck } from '../viz/report/duplex-findings.ts';
import { numbered, type Page } from '../viz/report/page.ts';
import { marksSentence } from '../viz/tables/marks.ts';
import { EXAMPLE_DATA, EXAMPLE_RUN } from './golden/example-run.ts';

const EXAMPLE: RunInput = { run: EXAMPLE_RUN, data: EXAMPLE_DATA };

const alone = (data: Partial<DataFile> = {}): Device[] =>
  devicesOf([{ ...EXAMPLE, data: { ...EXAMPLE_DATA, ...data } }]);

const textsOf = (devices: readonly Device[]): string[] =>
  duplexFindings(devices).map((item) => (typeof item === 'string' ? item : item.text));

/** The example with one trial a case: no range. */
function ofOneTrial(): Device[] {
  const text = JSON.stringify(EXAMPLE_DATA.cases, (key, value: unknown) =>
    key === 'n' && typeof value === 'number' ? 1 : value,
  );
  return alone({ cases: JSON.parse(text) as DataFile['cases'] });
}

/** Seven before the sessions opened. */
function grown(snapshots: unknown): unknown {
  const { before, ...others } = snapshots as { readonly before: object };
  return { before: { ...before, median: 7 }, ...others };
}

describe('the findings of a run', () => {
  it('have the number and its range, and point to the section that shows them', () => {
    const items = duplexFindings(alone());
    expect(items[0]).toMatchObject({ to: 'latency' });
    expect(textsOf(alone())[0]).toMatch(
      /^A round trip of 64 B takes [\d.]+ µs \[[\d.]+, [\d.]+\] in 3 trials; one echo in a hundred takes longer than [\d.]+ µs\./,
    );
  });

  it('of one trial have no range and say why', () => {
    const [text = ''] = textsOf(ofOneTrial());
    expect(text).toContain('in one trial, which says nothing of chance');
    expect(text).not.toMatch(/\[[\d.]+, [\d.]+\]/);
  });

  it('of two devices name the device and no winner', () => {
    const texts = textsOf(devicesOf([EXAMPLE, EXAMPLE]));
    expect(texts.filter((text) => text.startsWith('Example machine: '))).toHaveLength(
      textsOf(alone()).length,
    );
    expect(texts.join(' ')).not.toMatch(/faster|slower|better|worse/);
  });

  it('have a check mark only where all trials passed', () => {
    const [device] = alone();
    const failed = EXAMPLE_DATA.trials.map((trial) =>
      trial.suite === 'paused' ? { ...trial, state: 'failed' as const } : trial,
    );
    const [broken] = alone({ trials: failed });
    if (device === undefined || broken === undefined) throw new Error('no device');
    expect(pausedCheck(device)).toMatchObject({ passed: true });
    expect(pausedCheck(broken)).toMatchObject({
      passed: false,
      text: expect.stringContaining('in 1 of 1 trials the queue did not stop') as string,
    });
    expect(idleCheck(device)?.passed).toBe(true);
  });

  it('say of threads that grow how they grow', () => {
    const text = JSON.stringify(EXAMPLE_DATA.cases, (key, value: unknown) =>
      key === 'hostThreads' ? grown(value) : value,
    );
    const [device] = alone({ cases: JSON.parse(text) as DataFile['cases'] });
    if (device === undefined) throw new Error('no device');
    const check = idleCheck(device);
    expect(check?.passed).toBe(false);
    expect(check?.text).toContain('host 7 before, 11 open, 11 after');
  });
});

describe('marks of a disturbed machine', () => {
  it('are said in words, with the number of trials, and no code', () => {
    const trials = EXAMPLE_DATA.trials.map((trial, index) =>
      index === 0 ? { ...trial, marks: ['SHARED' as const] } : { ...trial, marks: [] },
    );
    const text = marksSentence({ ...EXAMPLE_DATA, trials }, EXAMPLE_RUN);
    expect(text).toContain(
      `1 of ${trials.length} trials ran on a disturbed machine: in 1 other programs used the processor.`,
    );
    expect(text).not.toContain('SHARED');
  });
});

describe('a page', () => {
  it('says its profile, and that a short one is not for publication', () => {
    const page = (profile: 'full' | 'quick'): Page =>
      reportPage({
        runs: [{ ...EXAMPLE, run: { ...EXAMPLE_RUN, profile } }],
        figures: [],
        more: [],
      });
    expect(page('quick').byline).toContain('profile quick, not for publication');
    expect(page('full').byline).not.toContain('publication');
  });

  it('numbers figures and tables, and lines that point to one say its number', () => {
    const table = { caption: 'T', columns: [{ title: 'a' }], rows: [], notes: [] };
    const page = numbered({
      title: 'P',
      byline: '',
      lead: [],
      date: '',
      findings: [
        { text: 'found', to: 'b' },
        { text: 'nowhere', to: 'x' },
      ],
      sections: [
        { id: 'a', title: 'A', table },
        { id: 'b', title: 'B & more', table },
      ],
    });
    expect(page.sections.map((section) => section.table?.caption)).toEqual([
      'Table 1. T',
      'Table 2. T',
    ]);
    expect(page.findings).toEqual([{ text: 'found', to: 'b', label: 'Table 2' }, 'nowhere']);
    expect(pageMarkdown(page)).toContain('- found ([Table 2](#b--more))');
  });
});
