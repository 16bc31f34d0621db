// The engines and how each repeats a transcript. `registry`: a package registry or Debian brings it, so CI must have it.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { CLICKHOUSE } from './clickhouse.mjs';
import { ENTRIES } from './entries.mjs';
import { NATIVE } from './native.mjs';
import { REGISTRIES } from './registries.mjs';
import { lastJson, output, versionOf } from './run.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const NODE_REPLAY = `const fs = require('fs');
require('vm').runInThisContext(fs.readFileSync(process.argv[1], 'utf8') + ';globalThis.replay = replay');
console.log(replay(fs.readFileSync(process.argv[2]), fs.readFileSync(process.argv[3], 'utf8')));`;

function v8(name, flags, build) {
  return {
    name: `V8 ${name}`,
    registry: true,
    version: () => process.versions.v8,
    run: async (paths) =>
      lastJson(
        await output(process.execPath, [
          ...flags,
          '-e',
          NODE_REPLAY,
          `${HERE}replay.js`,
          paths[build],
          paths.transcript,
        ]),
      ),
  };
}

function shell(name, command, between, versionArgs) {
  return {
    name,
    registry: true,
    version: () => (versionOf(command, ['-e', '0']) === null ? null : versionOf(...versionArgs)),
    run: async (paths) =>
      lastJson(
        await output(command, [`${HERE}replay.js`, ...between, paths.scalar, paths.transcript]),
      ),
  };
}

/** The pattern is a shell's: the package's name holds a number that each Debian changes. */
const debianVersion = (pattern) => ['dpkg-query', ['-W', '-f', '${Version}\\n', pattern]];

/** The first of several names that a program has on one system or another. */
const found = (names) => names.find((name) => versionOf(name, ['--version']) !== null) ?? names[0];
const SPIDERMONKEYS = ['js102', 'js115', 'js128', 'js140'];
const CHROMIUMS = ['chromium', 'chromium-browser', 'google-chrome'];

const chromium = {
  name: 'Chromium',
  registry: true,
  version: () => versionOf(found(CHROMIUMS)),
  async run(paths) {
    const { chromium: driver } = await import('playwright-core');
    const browser = await driver.launch({
      executablePath: `/usr/bin/${found(CHROMIUMS)}`,
      args: ['--no-sandbox'],
    });
    try {
      const page = await browser.newPage();
      await page.addScriptTag({ path: `${HERE}replay.js` });
      const wasm = readFileSync(paths.simd).toString('base64');
      const text = readFileSync(paths.transcript, 'utf8');
      const run = ([bytes, lines]) =>
        // The page's main thread compiles no more than 8 MB at once, which is enough.
        globalThis.replay(
          Uint8Array.from(globalThis.atob(bytes), (c) => c.charCodeAt(0)),
          lines,
        );
      return JSON.parse(await page.evaluate(run, [wasm, text]));
    } finally {
      await browser.close();
    }
  },
};

const wasmInterp = {
  name: 'wabt wasm-interp',
  registry: true,
  version: (paths) =>
    JSON.parse(readFileSync(`${paths.root}node_modules/wabt/package.json`, 'utf8')).version,
  async run(paths) {
    const tool = `${paths.root}node_modules/wabt/bin/wasm-interp`;
    const text = await output(process.execPath, [tool, paths.scalar, '-r', 'selfSignature']);
    const word = BigInt.asUintN(64, BigInt(/i64:(-?\d+)/.exec(text)[1]));
    return { signature: word.toString(16).padStart(16, '0') };
  },
};

export const ENGINES = [
  v8('baseline', ['--liftoff', '--no-wasm-tier-up'], 'simd'),
  v8('optimizing', ['--no-liftoff'], 'simd'),
  v8('optimizing, scalar', ['--no-liftoff'], 'scalar'),
  shell('JavaScriptCore', 'jsc', ['--'], debianVersion('libjavascriptcoregtk*-bin')),
  shell('SpiderMonkey', found(SPIDERMONKEYS), [], debianVersion('libmozjs-*-dev')),
  chromium,
  wasmInterp,
  ...ENTRIES,
  CLICKHOUSE,
  ...NATIVE,
  ...REGISTRIES,
];
