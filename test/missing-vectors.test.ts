// `verify` without a run, when the package's vectors have a hole: the suite fails by name, and nothing crashes.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { loadKernel } from '../host-node/src/kernel/load.ts';
import { checkVectors } from '../host-node/src/kernel/vectors.ts';

const KEPT = ['manifest.json', 'holm', 'welch', 'ecdf', 'sha256'];
const source = fileURLToPath(new URL('../kernel/vectors', import.meta.url));
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vectors-'));
  for (const name of KEPT) cpSync(join(source, name), join(folder, name), { recursive: true });
  rmSync(join(folder, 'holm'), { recursive: true });
  writeFileSync(join(folder, 'welch', 'error-arguments.json'), '{"cases": [');
  const ecdf = JSON.parse(readFileSync(join(folder, 'ecdf', 'error-arguments.json'), 'utf8')) as {
    cases: unknown[];
  };
  ecdf.cases.pop();
  writeFileSync(join(folder, 'ecdf', 'error-arguments.json'), JSON.stringify(ecdf));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('verify', () => {
  test('fails a suite without its files, with a torn one, and with one case fewer', () => {
    const outcomes = new Map(checkVectors(loadKernel(), folder).map((each) => [each.name, each]));
    expect(outcomes.get('holm')).toMatchObject({ state: 'failed', cases: 0 });
    expect(outcomes.get('holm')?.failures.join()).toMatch(/the file is missing/);
    expect(outcomes.get('welch')?.state).toBe('failed');
    expect(outcomes.get('welch')?.failures.join()).toMatch(/error-arguments\.json: /);
    expect(outcomes.get('ecdf')?.failures.join()).toMatch(/the manifest says/);
    expect(outcomes.get('sha256')).toMatchObject({ state: 'ok', failures: [] });
  });

  test('names a manifest that is missing or damaged', () => {
    const damaged = expect.objectContaining({ code: 'NO_VECTORS', outcome: 'missing' }) as Error;
    writeFileSync(join(folder, 'manifest.json'), '{');
    expect(() => checkVectors(loadKernel(), folder)).toThrow(damaged);
    rmSync(join(folder, 'manifest.json'));
    expect(() => checkVectors(loadKernel(), folder)).toThrow(damaged);
  });
});
