// The commands of docs/is-my-change-slower.md are run as they stand there, by a shell, in one folder; and the workflow of
// examples/ uses commands that exist.

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

import { temporaryFolder } from './fixtures/cli.ts';

const ROOT = resolve(import.meta.dirname, '..');
const page = readFileSync(join(ROOT, 'docs/is-my-change-slower.md'), 'utf8');
const workflow = readFileSync(join(ROOT, 'examples/compare-in-ci.yml'), 'utf8');

interface Step {
  readonly script: string;
  readonly exits: readonly number[];
}

const steps = [...page.matchAll(/<!-- run(?:, exit ([\d or]+))? -->\s*```sh\n(.*?)```/gs)].map(
  ([, exits = '0', script = '']): Step => ({ script, exits: exits.split(' or ').map(Number) }),
);

const worker = (comment: string): string => `# ${comment}
import sys
sys.path.insert(0, ${JSON.stringify(join(ROOT, 'python'))})
from echometer_worker.__main__ import main
sys.exit(main(sys.argv[1:]))
`;

/** Two workers that do the same, and an `echometer` on PATH. */
function project(): { readonly folder: string; readonly env: NodeJS.ProcessEnv } {
  const folder = temporaryFolder();
  for (const side of ['old', 'new']) {
    mkdirSync(join(folder, side));
    writeFileSync(join(folder, side, 'worker.py'), worker(side));
  }
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const cli = join(ROOT, 'dist/host-node/src/cli.js');
  writeFileSync(join(bin, 'echometer'), `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`);
  chmodSync(join(bin, 'echometer'), 0o755);
  return {
    folder,
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` },
  };
}

describe('the page "Is my change slower?"', () => {
  it('has every one of its commands under test', () => {
    const blocks = page.match(/```sh/g) ?? [];
    expect(steps).toHaveLength(blocks.length);
    expect(steps.length).toBeGreaterThan(3);
  });

  it('has commands that work as they stand', () => {
    const { folder, env } = project();
    for (const { script, exits } of steps) {
      const { status, stdout, stderr } = spawnSync('sh', ['-ec', script], {
        ...{ cwd: folder, env, encoding: 'utf8' },
      });
      expect(exits, `${script}\n${stdout}\n${stderr}`).toContain(status);
    }
    const report = readFileSync(join(folder, 'runs/change/report.md'), 'utf8');
    expect(report).toContain('head (NEW) against base (BASE), block by block');
    expect(report).toMatch(/worker\.py \(sha256\): \w{12} in BASE, \w{12} in NEW/);
  });
});

describe('the workflow for a pull request', () => {
  it('measures both sides in one run and fails when one case is worse', () => {
    expect(workflow).toContain('--variant "base: worker=python3 base/worker/main.py"');
    expect(workflow).toContain('--variant "head: worker=python3 head/worker/main.py"');
    expect(workflow).toContain('compare runs/change --fail-on worse');
    expect(workflow.match(/run duplex/g)).toHaveLength(1);
  });
});
