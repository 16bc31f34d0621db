// The JSON Schemas of docs/schema hold real runs: ok, failed and unsupported trials of every suite, resumed runs, other
// workers. And every field of a schema is explained in docs/data-format.md.

import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

import { UNSUPPORTED } from '../kernel/api/trial/unsupported.ts';
import { runCli, temporaryFolder } from './fixtures/cli.ts';
import { complaints, schemaOf, SCHEMAS } from './fixtures/schemas.ts';
import type { SchemaName } from './fixtures/schemas.ts';

const ROOT = resolve(import.meta.dirname, '..');
function readJson(...path: string[]): Record<string, unknown> {
  return JSON.parse(readFileSync(join(...path), 'utf8')) as Record<string, unknown>;
}

async function run(...args: string[]): Promise<string> {
  const folder = join(temporaryFolder(), 'run');
  await runCli(['run', 'duplex', '--profile', 'smoke', ...args, '--out', folder]);
  return folder;
}

const MISBEHAVE = join(import.meta.dirname, 'fixtures/workers/misbehave.py');

/** One case or more of every suite; and what is not ok. */
const RUNS: Readonly<Record<string, readonly string[]>> = {
  'of every suite': [
    '--only',
    '64B,64B/piggyback,16KiB/64/16,managed/1MiB/16/4,4/1,extra,idle/4,paused/64KiB,64B/1000,resolution',
  ],
  'with failed trials': [
    ...['--only', '64B,16KiB/64/1'],
    ...['--worker', `python3 -I -S "${MISBEHAVE}" --fault flip-byte`],
  ],
  'on the pyodide lane': ['--lane', 'pyodide', '--only', '64B,managed/1MiB/16/4'],
  'with a worker that does not start': ['--only', '64B', '--worker', 'python3 /no/such/worker.py'],
};

describe.each(Object.entries(RUNS))('a run %s', (_name, args) => {
  let folder = '';
  beforeAll(async () => {
    folder = await run(...args);
  });

  it('has a run.json, trials and a data.json as the schemas say', () => {
    expect(complaints('run', readJson(folder, 'run.json'))).toEqual([]);
    const trials = readdirSync(join(folder, 'trials'));
    expect(trials.length).toBeGreaterThan(0);
    for (const name of trials)
      expect(complaints('trial', readJson(folder, 'trials', name))).toEqual([]);
    expect(complaints('data', readJson(folder, 'data.json'))).toEqual([]);
  });

  it('is refused with an unknown field, a missing one, or another type', () => {
    const files: readonly (readonly [SchemaName, Record<string, unknown>])[] = [
      ['run', readJson(folder, 'run.json')],
      ['trial', readJson(folder, 'trials', '0001.json')],
      ['data', readJson(folder, 'data.json')],
    ];
    for (const [name, file] of files) {
      expect(complaints(name, { ...file, surprise: 1 })).not.toEqual([]);
      for (const field of schemaOf(name)['required'] as readonly string[]) {
        const { [field]: gone, ...without } = file;
        expect(gone).toBeDefined();
        expect(complaints(name, without)).not.toEqual([]);
        expect(complaints(name, { ...file, [field]: [[]] })).not.toEqual([]);
      }
    }
  });
});

/** Names of all properties in a schema, wherever they stand. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap(fieldsOf);
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key === 'properties' ? Object.keys(value as object) : []),
    ...fieldsOf(value),
  ]);
}

describe('docs/data-format.md', () => {
  const text = readFileSync(join(ROOT, 'docs/data-format.md'), 'utf8');

  it.each(SCHEMAS)('explains every field of the %s schema', (name) => {
    const named = new Set(text.match(/[A-Za-z][A-Za-z0-9]*/g));
    const silent = fieldsOf(schemaOf(name)).filter((field) => !named.has(field));
    expect([...new Set(silent)]).toEqual([]);
  });

  it('explains every code that a trial can fail with, and every reason of an unsupported one', () => {
    const sources = [
      'kernel/api/trial/failure.ts',
      'host-node/src/duplex/orchestrator.ts',
      'host-node/src/duplex/trial-host.ts',
      'host-node/src/worker/process.ts',
      'host-node/src/lane/slots.ts',
      'host-node/src/errors.ts',
    ].map((file) => readFileSync(join(ROOT, file), 'utf8'));
    const failures = sources.join('').match(/'[A-Z]+(?:_[A-Z]+)*'/g) ?? [];
    const codes = new Set(failures.map((quoted) => quoted.slice(1, -1)));
    // What ends a run leaves no failed trial; the others are names of the system.
    for (const other of [...RUN_CODES, ...SYSTEM_NAMES]) codes.delete(other);
    const unsupported = Object.keys(UNSUPPORTED);
    const silent = [...codes, ...unsupported].filter((code) => !text.includes(`\`${code}\``));
    expect(codes.size).toBeGreaterThan(10);
    expect(silent).toEqual([]);
  });
});

const RUN_CODES = ['DISK_FULL', 'CANNOT_WRITE', 'INTERRUPTED', 'NO_CWD'];
const SYSTEM_NAMES = [
  'ENOENT',
  'ECONNREFUSED',
  'EMFILE',
  'ENFILE',
  'SIGTERM',
  'SIGKILL',
  'SIGINT',
  'SIGHUP',
];
