// Parts of the check about Swift: release build, tests, sanitizers, format, and the syntax of what Linux cannot build.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { HOST, PartFailed, inToolchain } from './toolchain.mjs';

// Two jobs: a CI machine has two cores, and a third compiler only waits for memory.
const JOBS = ['-j', '2'];

/** The program that the parts in runs.mjs use. */
export function build() {
  inToolchain('swift', 'build', '-c', 'release', ...JOBS);
  return inToolchain('.build/release/echometer-host', 'identity').split('\n')[0] ?? '';
}

/** The count that swift test prints at its end. A test that was skipped proves nothing. */
function counted(output) {
  const last = /Test run with (\d+) tests? passed/.exec(output);
  if (last === null || Number(last[1]) === 0) throw new PartFailed('no test ran');
  if (/\bskipped\b/.test(output)) throw new PartFailed('a test was skipped');
  return `${last[1]} tests`;
}

function swiftTest(environment, ...options) {
  // One test at a time: several count the descriptors of the process.
  const words = ['swift', 'test', ...JOBS, '--no-parallel', ...options];
  return counted(inToolchain('env', ...environment, ...words));
}

export const test = () => swiftTest([]);

/**
 * CPython is not built with sanitizers; its tests run in `test`. Leaks are not looked for here: LeakSanitizer cannot follow
 * Swift's tagged references and names XCTest's runner and a constant that lives as long as the process. The C parts look for
 * leaks, and tests count descriptors, threads and memory.
 */
export const address = () =>
  swiftTest(
    ['ASAN_OPTIONS=detect_leaks=0'],
    ...['--sanitize=address', '--scratch-path', '.build/address', '--skip', 'PyEmbedTests'],
  );

/** The pump, its channels and worker threads. */
export const thread = () =>
  swiftTest(
    ['TSAN_OPTIONS=halt_on_error=1'],
    ...['--sanitize=thread', '--scratch-path', '.build/thread', '--filter', 'DuplexHostTests'],
  );

function swiftFiles(folder) {
  return readdirSync(join(HOST, folder), { recursive: true })
    .filter((name) => name.endsWith('.swift') && !name.includes('.build'))
    .map((name) => `${folder}/${name}`)
    .sort();
}

/** Syntax only: SwiftUI and ExtensionFoundation are not on Linux, and WasmKit is no dependency of this check. */
export function app() {
  const files = [...swiftFiles('App'), ...swiftFiles('WasmKitEngine')];
  const flags = ['-frontend', '-parse', '-swift-version', '6', '-enable-bare-slash-regex'];
  inToolchain('swiftc', ...flags, ...files);
  return `${files.length} files parsed`;
}

export function format() {
  const files = ['Package.swift', 'Sources', 'Tests', 'App', 'WasmKitEngine/Package.swift'];
  files.push('WasmKitEngine/Sources', 'WasmKitEngine/Tests');
  inToolchain('swift-format', 'lint', '--strict', '--parallel', '--recursive', ...files);
  return 'swift-format lint --strict';
}
