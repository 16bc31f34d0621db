// The kernel as C: the generator is deterministic, its output fits what Sources/CKernel promises, and the Python worker
// needs only modules that CPython links statically on iOS.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const WASM = join(ROOT, 'build/kernel.scalar.wasm');
const folders: string[] = [];

function generate(): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'echometer-ckernel-'));
  folders.push(folder);
  execFileSync(process.execPath, [join(ROOT, 'host-ios/tools/generate-kernel.mjs'), WASM, folder]);
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** Which generated function calls which. */
function callGraph(body: string): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  let current: Set<string> | null = null;
  for (const line of body.split('\n')) {
    const definition = /^(?:static )?\w+ (w2c_kernel_\w+)\(w2c_kernel\* instance.*\{$/.exec(line);
    if (definition?.[1] !== undefined) {
      current = new Set();
      graph.set(definition[1], current);
    } else if (line === '}') current = null;
    for (const [, callee] of current === null ? [] : line.matchAll(/(w2c_kernel_\w+)\(instance/g))
      if (callee !== undefined) current?.add(callee);
  }
  return graph;
}

/** A cycle of calls, or an empty list. */
function findCycle(graph: Map<string, Set<string>>): string[] {
  const done = new Set<string>();
  const walk = (name: string, path: string[]): string[] => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return [];
    for (const callee of graph.get(name) ?? []) {
      const cycle = walk(callee, [...path, name]);
      if (cycle.length > 0) return cycle;
    }
    done.add(name);
    return [];
  };
  for (const name of graph.keys()) {
    const cycle = walk(name, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

describe("the kernel's C", () => {
  const files = generate();

  test('is the same text every time', () => {
    expect(generate()).toEqual(files);
  });

  test('carries the sha256 of the Wasm it was made from', () => {
    const sha256 = createHash('sha256').update(readFileSync(WASM)).digest('hex');
    expect(files['kernel_identity.h']).toContain(`CK_MODULE_SHA256 "${sha256}"`);
  });

  test('has a row for every export of the Wasm', () => {
    const exports = WebAssembly.Module.exports(new WebAssembly.Module(readFileSync(WASM)));
    const names = exports.filter(({ kind }) => kind !== 'memory').map(({ name }) => name);
    const rows = [...(files['kernel_table.h'] ?? '').matchAll(/^ {4}\{"(\w+)",/gm)].map(
      ([, name]) => name,
    );
    expect(rows).toEqual([...names].sort());
    expect(rows.length).toBeGreaterThan(20);
  });

  test('recurses only where a sum is halved, so that its runtime need not count the stack', () => {
    const body = files['kernel_body.h'] ?? '';
    const graph = callGraph(body);
    expect(graph.size).toBeGreaterThan(50);
    const recursive = [...graph].filter(([name, callees]) => callees.has(name));
    // stats/sums.ts, sumOf: numpy's pairwise order, 25 levels for the most values that memory holds.
    expect(recursive).toHaveLength(1);
    for (const [name, callees] of recursive) {
      expect(body).toContain(`f64 ${name}(w2c_kernel*, u32, u32)`);
      callees.delete(name);
    }
    expect(findCycle(graph)).toEqual([]);
    const [first = ''] = graph.keys();
    graph.get(first)?.add(first);
    expect(findCycle(graph)).not.toEqual([]);
  });

  test('has no barrier on its loads', () => {
    expect(files['kernel_body.h']).not.toMatch(/FORCE_READ_\w+\(var\) __asm__/);
  });
});

describe('the Python worker in an app extension', () => {
  /** Setup.bootstrap of CPython 3.13: linked into every build, iOS included. */
  const STATIC = [
    '_abc _codecs _collections _functools _imp _io _locale _operator _signal _sre _stat _string',
    '_suggestions _symtable _sysconfig _thread _tokenize _tracemalloc _types _typing _warnings',
    '_weakref atexit builtins errno faulthandler itertools marshal posix pwd sys time gc _ast _opcode',
  ].flatMap((line) => line.split(' '));

  test('imports no C module but those that are linked statically, once CPyEmbed has put its struct', () => {
    // struct is in its place before the worker is imported (CPyEmbed/worker.c, import_worker).
    const script = `
import sys, types, struct
stand_in = types.SimpleNamespace(Struct=struct.Struct)
del sys.modules["struct"], sys.modules["_struct"]
sys.modules["struct"] = stand_in
sys.path.insert(0, sys.argv[1])
import echometer_worker
print(*sorted(n for n, m in sys.modules.items()
  if n in sys.builtin_module_names or str(getattr(m, "__file__", "")).endswith(".so")))`;
    const words = ['-I', '-S', '-c', script, join(ROOT, 'python')];
    const loaded = execFileSync('python3', words, { encoding: 'utf8' }).trim().split(' ');
    expect(loaded).toContain('builtins');
    const allowed = new Set(STATIC);
    expect(loaded.filter((name) => !allowed.has(name))).toEqual([]);
    const embed = readFileSync(join(ROOT, 'host-ios/Sources/CPyEmbed/worker.c'), 'utf8');
    expect(embed).toContain('PyDict_SetItemString(modules, "struct", ours)');
  });
});
