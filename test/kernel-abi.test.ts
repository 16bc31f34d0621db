// The kernel's boundary: no imports, one memory, the exports of docs/abi.md, the codes of abi.ts, total calls, its size.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

import * as abi from '../kernel/api/facade/abi.ts';
import { KernelError } from '../kernel/api/facade/errors.ts';
import { createKernel } from '../kernel/api/facade/facade.ts';
import type { ChannelPlan } from '../kernel/api/facade/plan.ts';
import { abiFiles } from '../kernel/abi.mjs';
import { TOKEN } from './fixtures/frames.ts';
import { BUILDS, freshKernel, kernelBytes, kernelModule } from './fixtures/kernels.ts';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

const PLAN: ChannelPlan = {
  sessions: 2,
  payloadBytes: 64,
  warmupFrames: 1,
  measuredFrames: 1,
  creditBytes: 65_536,
  creditFrames: 4,
  ackEvery: 1,
  ackPolicy: 'separate',
  token: TOKEN,
};

describe('the codes and offsets of assembly/abi.ts', () => {
  test.each(abiFiles().map(([path, text]) => ({ path, text })))(
    'are those of $path (else: node kernel/abi.mjs)',
    ({ path, text }) => {
      expect(read(`../${path}`)).toBe(text);
    },
  );

  test('reach TypeScript by name', () => {
    const { length } = abi.STATUS_NAMES;
    expect([length, abi.STATUS_NAMES[13], abi.FAULT_NAMES[34]]).toEqual([15, 'DOMAIN', 'MISMATCH']);
    expect([abi.Plan.token, abi.Session.peerCode, abi.Fault.textBytes]).toEqual([80, 120, 36]);
  });
});

describe.each(BUILDS)('the %s build', (build) => {
  test('imports nothing', () => {
    expect(WebAssembly.Module.imports(kernelModule(build))).toEqual([]);
  });

  test('exports what docs/abi.md lists', () => {
    const names = WebAssembly.Module.exports(kernelModule(build)).map(({ name }) => name);
    const listed = read('../docs/abi.md').matchAll(/`([A-Za-z]+)(?:\(|` ?\(global)/g);
    const missing = Array.from(listed, ([, name]) => name ?? '').filter(
      (name) => !names.includes(name),
    );
    expect(missing).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['memory', 'SEGMENTS', 'FAULT', 'CHANNEL']));
  });

  test('says the same signature as the other builds, before and after configure', () => {
    const kernel = freshKernel(build);
    const before = kernel.signature();
    kernel.openChannel(PLAN);
    expect(kernel.signature()).toBe(before);
    expect(before).toBe(freshKernel('simd').signature());
    expect(kernel.identity.kernelId).toBe(freshKernel('simd').identity.kernelId);
    expect(kernel.identity.simd).toBe(build !== 'scalar');
  });

  test('says its signature again after work, as an instance that has done none does', () => {
    const { raw, ...kernel } = freshKernel(build);
    const ask = raw.call('selfSignature');
    const words = [ask(), ask()];
    kernel.openScratch(65_536);
    const at = raw.call('scratchAlloc')(8_192);
    new Float64Array(raw.memory.buffer, at, 100).fill(1.5);
    expect(raw.call('center')(at, 100, at + 1_024)).toBe(0);
    expect(raw.call('drawUnits')(7n, 100, at)).toBe(0);
    expect(raw.call('payloadVerify')(at, 5_000, 3, 4)).toBe(0);
    words.push(ask(), freshKernel(build).raw.call('selfSignature')());
    expect(new Set(words).size).toBe(1);
  });

  test('never grows its memory after configure', () => {
    const kernel = freshKernel(build);
    kernel.openChannel(PLAN);
    const { buffer } = kernel.raw.memory;
    while (kernel.raw.call('scratchAlloc')(65_536) !== 0);
    expect(kernel.raw.memory.buffer).toBe(buffer);
    expect(kernel.raw.call('configure')()).toBe(-2);
  });
});

describe('a bad call', () => {
  const refused = (change: Partial<ChannelPlan>): unknown => {
    try {
      freshKernel().openChannel({ ...PLAN, ...change });
    } catch (error) {
      return error instanceof KernelError ? [error.code, error.subject] : error;
    }
    return 'accepted';
  };

  test.each<[string, Partial<ChannelPlan>, number]>([
    ['sessions', { sessions: 4_097 }, abi.Plan.sessions],
    ['payloadBytes', { payloadBytes: 16_777_217 }, abi.Plan.payloadBytes],
    ['warmupFrames', { warmupFrames: 2 ** 30 + 1 }, abi.Plan.warmupFrames],
    ['measuredFrames', { measuredFrames: 2 ** 31 }, abi.Plan.measuredFrames],
    ['creditFrames 0', { creditFrames: 0 }, abi.Plan.creditFrames],
    ['creditFrames', { creditFrames: 65_537 }, abi.Plan.creditFrames],
    ['creditBytes 0', { creditBytes: 0 }, abi.Plan.creditBytes],
    ['creditBytes', { creditBytes: 2 ** 32 }, abi.Plan.creditBytes],
    ['ackEvery', { ackEvery: 0 }, abi.Plan.ackEvery],
    ['firstSession 0', { firstSession: 0 }, abi.Plan.firstSession],
    ['firstSession', { firstSession: 2 ** 32 - 1 }, abi.Plan.firstSession],
    ['inputBytes', { inputBytes: 2 ** 24 + 1 }, abi.Plan.inputBytes],
    ['scratchBytes', { scratchBytes: 2 ** 33 }, abi.Plan.scratchBytes],
  ])('of configure names the field: %s', (_, change, offset) => {
    expect(refused(change)).toEqual(['BAD_PLAN', offset]);
  });

  test('of configure changes nothing: the next one succeeds', () => {
    const kernel = freshKernel();
    expect(() => kernel.openChannel({ ...PLAN, creditFrames: 0 })).toThrow(KernelError);
    expect(() => kernel.openChannel({ ...PLAN, measuredFrames: 2 ** 29 })).toThrow(/NO_MEMORY/);
    kernel.openChannel(PLAN);
  });

  test('before configure, or without a channel, is a status', () => {
    const { raw } = freshKernel();
    for (const name of ['channelStart', 'inputEnded', 'start']) {
      expect([name, raw.call(name)(0n)]).toEqual([name, -1]);
    }
    for (const name of ['inputReceived', 'outputWritten', 'finish', 'cancel']) {
      expect([name, raw.call(name)(0, 0n)]).toEqual([name, -1]);
    }
    expect(raw.call('poll')(0n)).toBe(0);
    expect(raw.call('inputRoom')()).toBe(0);
    expect(raw.call('scratchAlloc')(8)).toBe(0);
  });

  test('with a wild address or size is a status, never a trap', () => {
    const kernel = freshKernel();
    kernel.openScratch(40_000);
    const { raw } = kernel;
    for (const at of [-1, 0x7fff_ffff, -65_536]) {
      expect(raw.call('frameDecode')(at, 16, 0)).toBe(-6);
      expect(raw.call('frameDecode')(0, 16, at)).toBe(-6);
      expect(raw.call('frameEncode')(at, 16, 0, 6, 0, 0, 1, 0)).toBe(-6);
      expect(raw.call('payloadFill')(at, 16, 1, 1)).toBe(-6);
      expect(raw.call('payloadVerify')(at, 16, 1, 1)).toBe(-106);
      expect(raw.call('shuffleOrder')(at, 16, 1n)).toBe(-6);
      expect(raw.call('summarizeNs')(at, 2, 0)).toBe(-6);
      expect(raw.call('spread')(0, 2, at)).toBe(-6);
      expect(raw.call('creditSend')(at, 2)).toBe(-6);
    }
    const most = raw.call('scratchAlloc')(40_000);
    expect(raw.call('summarizeNs')(most, 5_000, most)).toBe(-4);
  });

  test('of the channel changes nothing: too many bytes received or written', () => {
    const channel = freshKernel().openChannel(PLAN);
    channel.begin(0n);
    expect(() => {
      channel.inputReceived(channel.inputRoom() + 1, 1n);
    }).toThrow(/BAD_ARGUMENT/);
    expect(channel.poll(2n)).toBe(abi.Action.write);
    expect(() => {
      channel.outputWritten(49, 3n);
    }).toThrow(/BAD_ARGUMENT/);
    expect(() => {
      channel.start(3n);
    }).toThrow(/WRONG_STATE/);
    channel.outputWritten(48, 3n);
    expect(channel.record()).toMatchObject({ bytesOut: 48n, bytesIn: 0n });
  });

  test('of a module that is no kernel is refused as foreign', () => {
    const empty = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
    expect(() => createKernel(new WebAssembly.Instance(empty, {}))).toThrow(/FOREIGN/);
  });
});

test('kernel.wasm stays below 96 kB, and kernels.json describes the files', () => {
  expect(kernelBytes('simd').length).toBeLessThan(96_000);
  const listed = JSON.parse(read('../build/kernels.json')) as Record<
    string,
    { sha256: string; bytes: number }
  >;
  for (const [file, { sha256, bytes }] of Object.entries(listed)) {
    const content = readFileSync(new URL(`../build/${file}`, import.meta.url));
    expect([file, content.length]).toEqual([file, bytes]);
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
  }
  expect(Object.keys(listed)).toEqual([
    'kernel.wasm',
    'kernel.scalar.wasm',
    'kernel.debug.wasm',
    'stats.command.wasm',
    'kernel.clickhouse.wasm',
    'kernel.component.wasm',
    'component/component.core.wasm',
  ]);
});
