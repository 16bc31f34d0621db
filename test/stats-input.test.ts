// The WASI command and `echometer stats` on inputs that come slowly or fail: no part of the numbers passes for all.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const command = new WebAssembly.Module(
  new Uint8Array(readFileSync(new URL('../build/stats.command.wasm', import.meta.url))),
);
const CLI = resolve(import.meta.dirname, '../dist/host-node/src/cli.js');

test('stats-nonblocking-stdin: a read error is no end of the input', () => {
  let calls = 0;
  const written: string[] = [];
  const memory = (): DataView =>
    new DataView((instance.exports['memory'] as WebAssembly.Memory).buffer);
  const wasi = {
    fd_read: (_file: number, iovec: number, _count: number, readAt: number): number => {
      calls += 1;
      if (calls > 1) return 6; // EAGAIN
      const at = memory().getUint32(iovec, true);
      new Uint8Array(memory().buffer, at, 6).set(new TextEncoder().encode('1\n2\n3\n'));
      memory().setUint32(readAt, 6, true);
      return 0;
    },
    fd_write: (file: number, iovec: number, _count: number, writtenAt: number): number => {
      const [at, bytes] = [memory().getUint32(iovec, true), memory().getUint32(iovec + 4, true)];
      written.push(
        `${file} ${new TextDecoder().decode(new Uint8Array(memory().buffer, at, bytes))}`,
      );
      memory().setUint32(writtenAt, bytes, true);
      return 0;
    },
    proc_exit: (code: number): never => {
      throw new Error(`exit ${code}`);
    },
  };
  const instance: WebAssembly.Instance = new WebAssembly.Instance(command, {
    wasi_snapshot_preview1: wasi,
  });
  const start = instance.exports['_start'] as () => void;
  expect(start).toThrow('exit 2');
  expect(written).toEqual(['2 the input cannot be read, errno 6\n']);
});

// A non-blocking stdin says EAGAIN until there is more: what terminals and editors hand over.
const NON_BLOCKING = `
import os, subprocess, sys
r, w = os.pipe()
os.set_blocking(r, False)
p = subprocess.Popen(sys.argv[1:], stdin=r)
os.close(r)
os.write(w, b"1\\n2\\n3\\n")
sys.stdin.readline()
os.write(w, b"1000\\n2000\\n")
os.close(w)
sys.exit(p.wait())
`;

test('stats-nonblocking-stdin: `stats -` waits for the numbers that come later', async () => {
  const child = spawn('python3', [
    '-c',
    NON_BLOCKING,
    process.execPath,
    CLI,
    'stats',
    '-',
    '--json',
  ]);
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  // Longer than the command takes to start and to find nothing more.
  setTimeout(() => child.stdin.end('go\n'), 1500);
  const exit = await new Promise((done) => child.once('close', done));
  expect(exit).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ n: 5, mean: 601.2 });
}, 60_000);
