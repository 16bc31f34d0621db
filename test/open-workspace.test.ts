// What is no kernel is refused when it is opened, by one code, in both entries; the functions refuse what they cannot be told apart.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';

import * as node from '../host-node/src/kernel/open.ts';
import * as neutral from '../kernel/api/open.ts';

const command = readFileSync(new URL('../build/stats.command.wasm', import.meta.url));
let workspace: neutral.Workspace;

beforeAll(async () => {
  workspace = await node.openWorkspace();
});

test.each([
  ['bytes that are no module', new Uint8Array(8)],
  ['a module that is no kernel', new WebAssembly.Module(new Uint8Array(command))],
  ['an empty module', new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0))],
  ['an address without one', new URL('file:///nowhere/kernel.wasm')],
  ['an address of no server', 'http://127.0.0.1:1/kernel.wasm'],
  ['nothing', null as unknown as Uint8Array],
])('refuses %s with FOREIGN when it is opened', async (_, source) => {
  await expect(neutral.openWorkspace(source)).rejects.toMatchObject({ code: 'FOREIGN' });
  await expect(node.openWorkspace(source)).rejects.toMatchObject({ code: 'FOREIGN' });
});

test('refuses two sides of two lengths', () => {
  expect(() => neutral.spearman(workspace, [1, 2, 3], [1, 2])).toThrow(RangeError);
  expect(() => neutral.steadyState(workspace, [1, 2], Uint32Array.of(1))).toThrow(RangeError);
});
