// Reading serializer logs: both layouts, every way a file can be wrong, and a million rows.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MAX_LINE_CHARS } from '../../kernel/api/logs/lines.ts';
import { errorProblems, errorText } from '../../kernel/api/logs/errors-file.ts';
import { LogError, problemText } from '../../kernel/api/logs/problems.ts';
import { LogReader } from '../../kernel/api/logs/read.ts';
import type { SerializerLog } from '../../kernel/api/logs/read.ts';
import type { LogStats } from '../../kernel/api/logs/stats-file.ts';
import { readSidecar } from '../../kernel/api/logs/sidecar.ts';
import { tableText } from '../../viz/print/terminal.ts';
import { configurationTable } from '../../viz/tables/configuration-table.ts';

const golden = (name: string): Buffer =>
  readFileSync(new URL(`../golden/serializers/${name}`, import.meta.url));

function readBytes(bytes: Uint8Array, chunk = bytes.length || 1): SerializerLog {
  const reader = new LogReader('log.csv', { language: 'unknown' });
  for (let at = 0; at < bytes.length; at += chunk) reader.push(bytes.subarray(at, at + chunk));
  return reader.end();
}
const read = (text: string, chunk?: number): SerializerLog => readBytes(Buffer.from(text), chunk);

const codes = (log: SerializerLog): string[] =>
  log.problems.map(({ code, firstLine, count }) => `${code} ${firstLine} ${count}`);

function errorOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof LogError)
      return `${error.code} ${String(error.subject).split(':').at(-1) ?? ''}`;
    throw error;
  }
  return 'no error';
}

const HEADER =
  'Language,StringOrStream,TestDataName,Repetitions,RepetitionIndex,SerializerName,SerializerVersion,TimeSer,TimeDeser,Size,TimeSerAndDeser,FidelityScore';
const row = (repetition: number, rest = 'X,1.0,100,50,168,150,1.00', language = 'swift'): string =>
  `${language},bytes,message,2,${repetition},${rest}`;
const file = (...rows: string[]): string => `${[HEADER, ...rows].join('\n')}\n`;

describe('a log of the newer layout', () => {
  const bytes = golden('2026-08-16-150620.bytes-json-libs.csv');

  test('is read whole, in groups of first appearance, without a problem', () => {
    const log = readBytes(bytes);
    expect(log.rows).toBe(200);
    expect(log.problems).toEqual([]);
    expect(log.groups.map(({ key }) => key.serializer)).toEqual([
      'IkigaJSON',
      'Foundation.JSONEncoder',
    ]);
    const [group] = log.groups;
    expect(group?.key).toEqual({
      serializer: 'IkigaJSON',
      dataType: 'document',
      typeConfigHash: 'c4a54cdecc67',
      instances: 1,
      mode: 'bytes',
      language: 'swift',
    });
    expect(group?.count).toBe(100);
    expect(group?.series('totalNs')[0]).toBe(149_749);
    expect([...(group?.streamModes ?? [])]).toEqual(['adapted']);
  });

  test.each([1, 7, 1000])('reads the same in chunks of %i bytes', (chunk) => {
    const whole = readBytes(bytes);
    const parts = readBytes(bytes, chunk);
    const columns = ({ groups }: SerializerLog): number[][] =>
      groups.map((group) => [...group.series('totalNs'), ...group.series('line')]);
    expect(columns(parts)).toEqual(columns(whole));
  });
});

describe('a log of the older layout', () => {
  test('takes its language from outside and has one instance', () => {
    const log = read(
      'StringOrStream,TestDataName,Repetitions,RepetitionIndex,SerializerName,TimeSer,TimeDeser,Size,TimeSerAndDeser,OpPerSecSer,OpPerSecDeser,OpPerSecSerAndDeser\n' +
        'string,Person,100,0,X,10,20,5,30,1,1,1\nStream,Person,100,0,X,10,20,5,30,1,1,1\n',
    );
    expect(log.groups.map(({ key }) => [key.mode, key.language, key.instances])).toEqual([
      ['bytes', 'unknown', 1],
      ['stream', 'unknown', 1],
    ]);
    expect(codes(log)).toEqual(['MISSING_COLUMN 1 1']);
  });
});

describe('columns', () => {
  test('are found by name in any order', () => {
    const log = read(
      'TimeDeser,SerializerName,TimeSer,TestDataName,RepetitionIndex,StringOrStream,Size,FidelityScore\n50,X,100,message,0,buffer,9,1\n',
    );
    const [group] = log.groups;
    expect([group?.series('serNs')[0], group?.series('totalNs')[0]]).toEqual([100, 150]);
  });

  test('that nobody knows are named once', () => {
    const log = read(file(row(0)).replace('FidelityScore', 'Mystery'));
    expect(log.problems.map(({ code, subject }) => [code, subject])).toEqual([
      ['UNKNOWN_COLUMN', 'Mystery'],
      ['MISSING_COLUMN', 'FidelityScore'],
    ]);
  });

  test('that are there twice are named, and the last is read', () => {
    const log = read(`${HEADER},TimeSer\n${row(1)},70\n`);
    expect(codes(log)).toEqual(['REPEATED_COLUMN 1 1', 'WRONG_TOTAL 2 1']);
    expect(log.groups[0]?.series('serNs')[0]).toBe(70);
  });

  test('that are required make the file unreadable', () => {
    expect(errorOf(() => read(file(row(0)).replace('TimeSer,', 'Time,')))).toBe(
      'REQUIRED_COLUMN 1',
    );
  });
});

describe('bytes', () => {
  test('with a byte order mark and CRLF read the same', () => {
    const log = read(`\ufeff${file(row(0), row(1)).replaceAll('\n', '\r\n')}`);
    expect([log.rows, log.problems]).toEqual([2, []]);
  });

  test('in quotes hold commas, quotes and line ends', () => {
    const log = read(file(row(0, '"a ""b"", c\nd",1.0,100,50,168,150,1.00'), row(1)), 3);
    expect(log.groups.map(({ key }) => key.serializer)).toEqual(['a "b", c\nd', 'X']);
    expect(log.groups[1]?.series('line')[0]).toBe(4);
  });

  test('of an unclosed quote are counted, not lost in silence', () => {
    const log = read(file(row(0), row(1, '"X,1.0,100,50,168,150,1.00'), row(2), row(3)));
    expect(log.rows).toBe(1);
    expect(codes(log)).toEqual(['TRUNCATED_ROW 3 1']);
    expect(log.problems[0]?.subject).toBe('3 lines, a quote is open');
  });

  test('that are not UTF-8 are counted, and their row is not used', () => {
    const log = readBytes(Buffer.concat([Buffer.from(file(row(0))), Buffer.from([0xff, 0x0a])]));
    expect([log.rows, codes(log)]).toEqual([1, ['NOT_UTF8 3 1']]);
  });
});

describe('a bad row', () => {
  test.each([
    ['negative time', 'X,1.0,-1,50,168,49,1.00', 'BAD_TIME 3 1'],
    ['fractional time', 'X,1.0,1.5,50,168,51.5,1.00', 'BAD_TIME 3 1'],
    ['time that is no number', 'X,1.0,fast,50,168,150,1.00', 'BAD_TIME 3 1'],
    ['time beyond 2^53', 'X,1.0,9007199254740993,50,168,150,1.00', 'BAD_TIME 3 1'],
    ['missing field', 'X,1.0,100,50,168,150', 'FIELD_COUNT 3 1'],
    ['extra field', 'X,1.0,100,50,168,150,1.00,9', 'FIELD_COUNT 3 1'],
  ])('with a %s is counted with its line and not used', (_, rest, expected) => {
    const log = read(file(row(0), row(1, rest), row(2)));
    expect(log.rows).toBe(2);
    expect(codes(log)).toEqual([expected]);
    expect(log.problems[0]?.dropped).toBe(true);
  });

  test('with an unknown mode is counted with the mode', () => {
    const log = read(file(row(0), row(1).replace('bytes', 'telepathy')));
    expect(log.problems.map(({ code, subject }) => [code, subject])).toEqual([
      ['UNKNOWN_MODE', 'telepathy'],
    ]);
  });

  test('with a size that is no number keeps its times', () => {
    const log = read(file(row(0, 'X,1.0,100,50,big,150,1.00')));
    expect([log.rows, codes(log)]).toEqual([1, ['BAD_NUMBER 2 1']]);
    expect(log.groups[0]?.series('size')[0]).toBeNaN();
  });

  test('whose total is not the sum is used and said', () => {
    const log = read(file(row(0, 'X,1.0,100,50,168,151,1.00')));
    expect([log.rows, codes(log)]).toEqual([1, ['WRONG_TOTAL 2 1']]);
  });

  test('that names no serializer or no data type is counted', () => {
    const log = read(file(row(0), row(1), row(2).replace(',X,', ',,')));
    expect([codes(log), log.rows]).toEqual([['NO_NAME 4 1'], 2]);
  });

  test('without a repetition is no duplicate of another one', () => {
    const bare = row(1).replace(',2,1,', ',2,x,');
    expect(codes(read(file(row(0), bare, bare)))).toEqual(['BAD_NUMBER 3 2']);
  });

  test('that is there twice is used twice and said', () => {
    const log = read(file(row(0), row(1), row(1)));
    expect([log.rows, codes(log)]).toEqual([3, ['DUPLICATE_ROW 4 1']]);
  });

  test('problems of one kind are counted in one line of text', () => {
    const bad = Array.from({ length: 1000 }, (_, index) => row(index, 'X,1.0,-1,50,1,49,1.00'));
    const log = read(file(...bad));
    expect(log.problems.map(problemText)[0]).toBe(
      'log.csv:2: "TimeSer": time is negative, not an integer or not a number; the row is not used (1000 times) [BAD_TIME]',
    );
  });
});

describe('a file', () => {
  test('that is empty is an error', () => {
    expect(errorOf(() => read(''))).toBe('EMPTY_FILE 1');
  });

  test('without a header is an error', () => {
    expect(errorOf(() => read(`${row(0)}\n`))).toBe('NO_HEADER 1');
  });

  test('with a header only is said', () => {
    expect(codes(read(file()))).toEqual(['NO_ROWS 1 1']);
  });

  test('cut in the middle of a row keeps the rows before', () => {
    const log = read(file(row(0), row(1)).slice(0, -20));
    expect([log.rows, codes(log)]).toEqual([1, ['TRUNCATED_ROW 3 1']]);
  });

  test('cut at its last value is used and said', () => {
    const log = read(file(row(0), row(1)).slice(0, -3));
    expect([log.rows, codes(log)]).toEqual([2, ['UNENDED_ROW 3 1']]);
  });

  test('of two languages keeps them apart and says so', () => {
    const log = read(file(row(0), row(0, undefined, 'java')));
    expect(log.languages).toEqual(['swift', 'java']);
    expect(log.problems.map(({ code, subject }) => [code, subject])).toEqual([
      ['SEVERAL_LANGUAGES', 'swift, java'],
    ]);
  });

  test('with a line that never ends is refused before it fills the memory', () => {
    const reader = new LogReader('log.csv', { language: 'x' });
    reader.push(Buffer.from(file(row(0))));
    const endless = Buffer.alloc(65_536, 0x61);
    let pushed = 0;
    const feed = (): void => {
      for (; pushed < 2 ** 30; pushed += endless.length) reader.push(endless);
    };
    expect(errorOf(feed)).toBe('LINE_TOO_LONG 3');
    expect(pushed).toBeLessThan(2 * MAX_LINE_CHARS);
  });

  test('of a million rows is read into columns', () => {
    const reader = new LogReader('big.csv', { language: 'x' });
    reader.push(Buffer.from(`${HEADER}\n`));
    for (let block = 0; block < 100; block++) {
      const lines = Array.from({ length: 10_000 }, (_, i) => row(block * 10_000 + i));
      reader.push(Buffer.from(`${lines.join('\n')}\n`));
    }
    const log = reader.end();
    expect([log.rows, log.problems]).toEqual([1_000_000, []]);
  }, 300_000);
});

describe('read-text-encodings', () => {
  const text = file(row(0), row(1));
  const said = (work: () => unknown): string => {
    try {
      work();
    } catch (error) {
      return error instanceof LogError ? error.message : String(error);
    }
    return 'read';
  };

  test.each([
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 with its mark', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['big-endian UTF-16 with its mark', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ])('%s is read, whole and in single bytes', (_, bytes) => {
    for (const log of [readBytes(bytes), readBytes(bytes, 1)]) {
      expect([log.rows, log.problems]).toEqual([2, []]);
      expect(log.groups[0]?.key.serializer).toBe('X');
    }
  });

  test('what cannot be read is refused with the cause', () => {
    expect(said(() => readBytes(Buffer.from(text, 'utf16le')))).toContain(
      'as UTF-16 without its mark',
    );
    expect(said(() => read(text.replaceAll(',', ';')))).toContain('separated by semicolons');
    expect(said(() => read(text.replaceAll('\n', '\r')))).toContain('lines end with CR alone');
  });

  test('a damaged name is no new serializer', () => {
    const bytes = Buffer.from(file(row(0), row(1), row(2)));
    bytes[bytes.lastIndexOf(',X,') + 1] = 0xff;
    const log = readBytes(bytes);
    expect(log.groups.map(({ key, count }) => [key.serializer, count])).toEqual([['X', 2]]);
    expect(codes(log)).toEqual(['NOT_UTF8 4 1']);
  });
});

describe('the files beside a log', () => {
  test('a sidecar gives the run-configuration block of the published page', () => {
    const sidecar = readSidecar(golden('2026-08-16-150620.configs.json').toString());
    const groups = [{ serializer: 'IkigaJSON', version: '2.5.3' }] as unknown as LogStats['groups'];
    const table = configurationTable({ file: 'logs/swift/x.csv', groups }, sidecar, 'Swift');
    const lines = tableText(table, 1e6).split('\n').slice(4);
    expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
      ['source', 'logs/swift/x.csv'],
      ['run', '2026-08-16-150620'],
      ['language', 'swift'],
      ['os', 'Linux 6.8.0-136-generic'],
      ['cpu', '12th Gen Intel(R) Core(TM) i7-12800H (20 threads)'],
      ['ram', '31.0 GiB'],
      ['git', 'f317e04 dirty'],
      ['seed', '42'],
      ['warmup_reps', '1'],
      ['metrics_profile', 'multi_way'],
      ['runtimes', expect.stringMatching(/^python 3\.14\.0, node 24\.15\.0, dotnet 9\.0\.316/)],
      ['data types', 'message, document, telemetry, strings, event'],
      ['serializers', '1'],
      ['versions', 'IkigaJSON @ 2.5.3'],
    ]);
  });

  test('a sidecar that is no JSON is no sidecar', () => {
    expect(readSidecar('{"language": "sw')).toBeNull();
  });

  test('the text of an error holds no comma and no line end', () => {
    expect(errorText('a,\nb')).toBe('a; b');
  });

  test('an errors file is problems of the log beside it, counted by what they say', () => {
    const failed = (repetition: number, text: string): string =>
      `message,X,bytes,${repetition},${text}\n`;
    const text = `TestDataName,SerializerName,StringOrStream,Repetition,ErrorText\n${failed(3, 'it broke')}${failed(4, 'it broke')}${failed(5, 'again')}`;
    expect(errorProblems('e.csv', [Buffer.from(text)]).map(problemText)).toEqual([
      'e.csv:2: "X message bytes: it broke": a call failed: it has no row in the log (2 times) [FAILED_CALL]',
      'e.csv:4: "X message bytes: again": a call failed: it has no row in the log [FAILED_CALL]',
    ]);
  });
});
