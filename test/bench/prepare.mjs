// Brings what the duplex bench needs beside the project: peers from npm and PyPI into this folder, the C host by gcc.
// What cannot be had is named and left out of the table.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const cwd = fileURLToPath(new URL('.', import.meta.url));
const run = (command, ...args) =>
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });

export function prepare() {
  const missing = [];
  const attempt = (what, done, work) => {
    if (done()) return;
    try {
      process.stderr.write(`preparing ${what}\n`);
      work();
    } catch (error) {
      missing.push(`${what}: ${error.message}`);
    }
  };
  attempt(
    'the C host',
    () => false,
    () => {
      mkdirSync(`${cwd}build`, { recursive: true });
      const flags = ['-std=c11', '-O2', '-Wall', '-Wextra', '-Werror', '-ffp-contract=off'];
      run('gcc', ...flags, '-o', 'build/c-host', 'c-host/host.c', 'c-host/worker.c');
    },
  );
  attempt(
    'peers from npm',
    () => existsSync(`${cwd}node_modules/zeromq`),
    () => run('npm', 'ci', '--no-audit'),
  );
  const python = `${cwd}.venv/bin/python`;
  attempt(
    'peers from PyPI',
    () => existsSync(python),
    () => {
      run('python3', '-m', 'venv', '.venv');
      run(python, '-m', 'pip', '-q', 'install', '-r', 'requirements.txt');
    },
  );
  return { python, missing };
}
