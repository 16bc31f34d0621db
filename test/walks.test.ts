// The pages docs/measure-my-*.md: the commands of each run as they stand there, in a folder with nothing but the user's file.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

import { temporaryFolder } from './fixtures/cli.ts';

const ROOT = resolve(import.meta.dirname, '..');
const pages = readdirSync(join(ROOT, 'docs')).filter((name) => /^measure-my-.*\.md$/.test(name));

/** What the page says that the user has. */
const FILES: Readonly<Record<string, (folder: string) => void>> = {
  'measure-my-worker.md': (folder) => {
    cpSync(join(ROOT, 'examples/workers/node/worker.mjs'), join(folder, 'worker.mjs'));
  },
  'measure-my-serializer.md': (folder) => {
    cpSync(join(ROOT, 'examples/rows/lines.mjs'), join(folder, 'lines.mjs'));
  },
  'measure-my-data.md': (folder) => {
    const lines = Array.from({ length: 90 }, (_, n) => ({
      sku: `article ${n}`,
      n,
      price: n * 1.5,
    }));
    writeFileSync(join(folder, 'order.json'), JSON.stringify({ id: 7, at: '2026-12-01', lines }));
  },
};

/** The lines of the one block of commands. */
function commandsOf(page: string): string[] {
  const blocks = [
    ...readFileSync(join(ROOT, 'docs', page), 'utf8').matchAll(/^```sh\n([^`]*)```/gm),
  ];
  expect(blocks).toHaveLength(1);
  return (blocks[0]?.[1] ?? '').trim().split('\n');
}

/** The package as installed: node_modules, and an npx that runs it. */
function userFolder(): { readonly folder: string; readonly path: string } {
  const folder = temporaryFolder();
  const bin = join(temporaryFolder(), 'bin');
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules', 'echometer'));
  mkdirSync(bin);
  const cli = join(ROOT, 'dist/host-node/src/cli.js');
  writeFileSync(
    join(bin, 'npx'),
    `#!/bin/sh\n[ "$1" = echometer ] || exit 9\nshift\nexec '${process.execPath}' '${cli}' "$@"\n`,
  );
  chmodSync(join(bin, 'npx'), 0o755);
  return { folder, path: `${bin}${delimiter}${process.env['PATH'] ?? ''}` };
}

it('there is a page for worker, transport, payload, serializer and data', () => {
  expect(pages).toEqual(
    ['data', 'payload', 'serializer', 'transport', 'worker'].map((one) => `measure-my-${one}.md`),
  );
});

describe.each(pages)('%s', (page) => {
  it('has at most five commands, each of echometer', () => {
    const commands = commandsOf(page);
    expect(commands.length).toBeGreaterThan(2);
    expect(commands.length).toBeLessThanOrEqual(5);
    for (const command of commands) expect(command).toMatch(/^npx echometer /);
  });

  it('does what it says', () => {
    const { folder, path } = userFolder();
    FILES[page]?.(folder);
    for (const command of commandsOf(page)) {
      const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, PATH: path },
        timeout: 280_000,
      });
      expect([command, status], `${stdout}\n${stderr}`).toEqual([command, 0]);
    }
    const reports = readdirSync(folder).filter((name) =>
      existsSync(join(folder, name, 'report.html')),
    );
    expect(reports).not.toEqual([]);
  }, 300_000);
});
