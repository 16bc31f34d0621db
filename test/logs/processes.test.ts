// Which process a row of a log is of, and what the processes of a group say.
import { describe, expect, test } from 'vitest';
import { analyzeGroups } from '../../kernel/api/logs/analysis.ts';
import { LogReader } from '../../kernel/api/logs/read.ts';
import { workspace } from '../fixtures/log-groups.ts';

describe('the process of a row', () => {
  const header = 'StringOrStream,TestDataName,RepetitionIndex,SerializerName,TimeSer,TimeDeser';
  const row = (repetition: number, ns: number, tail: string): string =>
    `bytes,message,${repetition},A,${ns},1${tail}\n`;
  const processes = (text: string) => {
    const reader = new LogReader('log.csv', { language: 'unknown' });
    reader.push(Buffer.from(text));
    const log = reader.end();
    return {
      marks: [...(log.groups[0]?.optional('process') ?? [])],
      problems: log.problems.map(({ code }) => code),
      numbers: analyzeGroups(log.groups, 'all', workspace).groups[0]?.processes ?? null,
    };
  };

  test('is the last column of a cold log: each has a repetition 0, and its median counts once', () => {
    const rows = [
      [0, 0, 900],
      [0, 1, 100],
      [0, 2, 102],
      [1, 0, 950],
      [1, 3, 200],
      [2, 0, 990],
      [2, 4, 300],
    ] as const;
    const text = rows.map(([process, repetition, ns]) => row(repetition, ns, `,${process}`));
    const found = processes(`${header},Process\n${text.join('')}`);
    expect(found.marks).toEqual([0, 0, 0, 1, 1, 2, 2]);
    expect(found.problems.filter((code) => code === 'DUPLICATE_ROW')).toEqual([]);
    expect(found.numbers).toEqual({
      mediansNs: [102, 201, 301],
      medianNs: 201,
      serMedianNs: 200,
      deserMedianNs: 1,
      meanNs: 201,
      unsteady: null,
    });
  });

  test('said twice of one repetition is a duplicate', () => {
    const text = `${header},Process\n${row(1, 5, ',0')}${row(1, 5, ',1')}${row(1, 5, ',1')}`;
    expect(processes(text).problems).toContain('DUPLICATE_ROW');
  });

  test('is the round of a warm log', () => {
    const text = `${header},Round,CallsPerSample,Steady\n${row(1, 5, ',0,9,yes')}${row(41, 7, ',1,9,no')}`;
    const found = processes(text);
    expect([found.marks, found.numbers?.mediansNs, found.numbers?.unsteady]).toEqual([
      [0, 1],
      [6, 8],
      1,
    ]);
  });

  test('is unknown in a log without marks, which is one run', () => {
    expect(processes(`${header}\n${row(1, 5, '')}${row(2, 6, '')}`)).toMatchObject({
      marks: [],
      numbers: null,
    });
  });
});
