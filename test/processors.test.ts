// --cpus: host and worker on the processors that were named, recorded, and a difference of two runs.

import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

import type { RunFile } from '../kernel/api/run/results.ts';
import { runCli, temporaryFolder } from './fixtures/cli.ts';
import { complaints } from './fixtures/schemas.ts';

const ROOT = resolve(import.meta.dirname, '..');
const SMALL = ['run', 'duplex', '--profile', 'smoke', '--only', 'latency/64B', '--trials', '1'];
const isLinux = process.platform === 'linux';
const status = isLinux ? readFileSync('/proc/self/status', 'utf8') : '';
const [first = '0'] = (/^Cpus_allowed_list:\s*(\S+)/m.exec(status)?.[1] ?? '0').split(/[-,]/);

/** Says on stderr, which the run keeps, where it may run. */
const TELLING = `import os, sys
print("allowed", sorted(os.sched_getaffinity(0)), file=sys.stderr, flush=True)
sys.path.insert(0, sys.argv.pop(1))
from echometer_worker.__main__ import main
sys.exit(main(sys.argv[1:]))
`;

describe.runIf(isLinux)('pinned processes', () => {
  it('run where they are told to, and the run and a comparison say so', async () => {
    const folder = temporaryFolder();
    const worker = join(folder, 'telling.py');
    writeFileSync(worker, TELLING);
    const [pinned, free] = [join(folder, 'pinned'), join(folder, 'free')];
    const args = [...SMALL, '--worker', `python3 -I -S ${worker} ${join(ROOT, 'python')}`];
    const made = await runCli([...args, '--cpus', `${first},${first}`, '--out', pinned]);
    expect(made.exit, made.stderr).toBe(0);
    const [log = ''] = readdirSync(join(pinned, 'logs'));
    expect(readFileSync(join(pinned, 'logs', log), 'utf8')).toContain(`allowed [${first}]`);
    const run = JSON.parse(readFileSync(join(pinned, 'run.json'), 'utf8')) as RunFile;
    expect(run.cpus).toEqual({ host: first, worker: first });
    expect(complaints('run', { ...run })).toEqual([]);
    await runCli([...args, '--out', free]);
    const { stdout } = await runCli(['compare', free, pinned]);
    expect(stdout).toContain(
      `processors: chosen by the system in BASE, host on ${first}, worker on ${first} in NEW`,
    );
  });

  it('every thread of the host is pinned, and a child is started where it belongs', () => {
    const module = JSON.stringify(join(ROOT, 'dist/host-node/src/lane/processors.js'));
    const script = `
      import { pinThisProcess, startPinned } from ${module};
      import { readFileSync, readdirSync } from 'node:fs';
      const cpus = { host: '${first}', worker: '${first}' };
      pinThisProcess(cpus);
      const lists = readdirSync('/proc/self/task').map((task) =>
        /Cpus_allowed_list:\\s*(\\S+)/.exec(readFileSync('/proc/self/task/' + task + '/status', 'utf8'))[1]);
      console.log(JSON.stringify([lists.length > 1, [...new Set(lists)], startPinned(cpus, () => 7)]));
    `;
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    expect(JSON.parse(said)).toEqual([true, [first], 7]);
  });

  it.each([
    ['one list', '0'],
    ['a word', '0,x'],
    ['a processor that is not there', '0,4095'],
    ['a range that goes back', '1-0,0'],
  ])('%s is refused', async (_name, cpus) => {
    const { exit, stderr } = await runCli([...SMALL, '--cpus', cpus]);
    expect(exit).toBe(2);
    expect(stderr).toContain('[BAD_CPUS]');
  });

  it('a worker that is a thread of the host is not pinned', async () => {
    const { exit, stderr } = await runCli([...SMALL, '--lane', 'pyodide', '--cpus', '0,0']);
    expect(exit).toBe(2);
    expect(stderr).toContain('[BAD_CPUS]');
  });
});
