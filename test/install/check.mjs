// Installs both packages from their tarballs into empty folders, with each package manager that the registry gives, and runs what a user runs
// first. Prints the table of docs/performance.md "Installing". `npm run check:install`, after `npm run build`; needs a registry.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const MB = 1e6;
/** Limits, in MB. */
const MOST = { 'echometer packed': 8, 'echometer-kernel packed': 1, 'plain install': 45 };
const FIRST = [
  ['run', 'duplex', '--profile', 'smoke'],
  ['run', 'serializers', '--profile', 'smoke'],
];

/** pnpm ends with 1 when it leaves out a build step, which two optional libraries have and can do without. */
const ALLOW = '--config.strictDepBuilds=false';

/** Exact pins: what a manager does with optional parts changes between versions. */
const MANAGERS = [
  { name: 'npm', add: (tarballs) => ['npm', 'install', '--no-audit', '--no-fund', ...tarballs] },
  {
    name: 'npm --omit=optional',
    add: (tarballs) => [
      'npm',
      'install',
      '--omit=optional',
      '--no-audit',
      '--no-fund',
      ...tarballs,
    ],
  },
  {
    name: 'pnpm 12',
    add: (tarballs) => ['npx', '--yes', 'pnpm@12.23.0', 'add', ALLOW, ...tarballs],
  },
  {
    name: 'yarn 1',
    add: (tarballs) => ['npx', '--yes', 'yarn@1.22.22', 'add', '--ignore-engines', ...tarballs],
  },
  {
    name: 'yarn 4',
    add: (tarballs) => ['npx', '--yes', '@yarnpkg/cli-dist@4.18.1', 'add', ...named(tarballs)],
    before: (folder) => {
      writeFileSync(join(folder, 'yarn.lock'), '');
      writeFileSync(join(folder, '.yarnrc.yml'), yarnSettings());
    },
  },
];

const named = ([tool, kernel]) => [`echometer@file:${tool}`, `echometer-kernel@file:${kernel}`];

/** Yarn 4 does not read npm's registry. */
function yarnSettings() {
  const { stdout } = run(['npm', 'config', 'get', 'registry'], root);
  return `nodeLinker: node-modules\nenableTelemetry: false\nnpmRegistryServer: ${stdout.trim()}\n`;
}

function run(command, cwd) {
  const [program, ...args] = command;
  const began = performance.now();
  const env = { ...process.env, npm_config_update_notifier: 'false' };
  const done = spawnSync(program, args, { cwd, env, encoding: 'utf8', timeout: 600_000 });
  return { ...done, seconds: (performance.now() - began) / 1000 };
}

function packed(name, folder) {
  const { stdout, stderr, status } = run(
    ['npm', 'pack', '--json', '--pack-destination', folder],
    join(root, 'dist', name),
  );
  if (status !== 0) throw new Error(`npm pack of ${name}: ${stderr}`);
  const [{ filename, size, files }] = JSON.parse(stdout);
  const useless = files.filter(({ path }) =>
    /tsbuildinfo|debug|\.map$|__pycache__|\/tests?\//.test(path),
  );
  if (useless.length > 0)
    throw new Error(`${name} has ${useless.map(({ path }) => path).join(', ')}`);
  return { path: join(folder, filename), size };
}

const bytesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

/** Folders with a manifest that stand directly in a node_modules, wherever that is; links to one are not another one. */
const packagesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    ({ name, parentPath }) =>
      name === 'package.json' && /node_modules\/(?:@[^/]+\/)?[^/@.][^/]*$/.test(parentPath),
  ).length;

/** What went wrong stands at the end of either, behind the lines of progress. */
const endOf = ({ stdout, stderr }) =>
  [stdout, stderr]
    .flatMap((text) => text.split('\n').filter((line) => /error|fail|\[[A-Z_]+\]/i.test(line)))
    .slice(-4)
    .join('; ');

function install(manager, tarballs, base) {
  const folder = join(base, manager.name.replace(/\W+/g, '-'));
  mkdirSync(folder);
  writeFileSync(
    join(folder, 'package.json'),
    '{ "name": "empty", "version": "1.0.0", "private": true }',
  );
  manager.before?.(folder);
  const { status, stdout, stderr, seconds } = run(manager.add(tarballs), folder);
  if (status !== 0)
    return { failure: `${stdout}\n${stderr}`.trim().split('\n').slice(-8).join('\n') };
  const modules = join(folder, 'node_modules');
  const failures = FIRST.flatMap((args) => {
    const outcome = run(
      [process.execPath, join(modules, 'echometer/dist/host-node/src/cli.js'), ...args],
      folder,
    );
    return outcome.status === 0
      ? []
      : [`${args.join(' ')}: exit ${outcome.status}: ${endOf(outcome)}`];
  });
  if (!existsSync(join(modules, '.bin/echometer'))) failures.push('no command echometer');
  return {
    packages: packagesBelow(modules),
    bytes: bytesBelow(modules),
    seconds,
    failure: failures.join('\n'),
  };
}

const base = mkdtempSync(join(tmpdir(), 'install-'));
let failed = 0;
try {
  const [tool, kernel] = ['echometer', 'echometer-kernel'].map((name) => packed(name, base));
  const sizes = { 'echometer packed': tool.size, 'echometer-kernel packed': kernel.size };
  console.log('| installed by | packages | MB | seconds |\n|---|---|---|---|');
  for (const manager of MANAGERS) {
    const { failure, packages, bytes, seconds } = install(manager, [tool.path, kernel.path], base);
    if (failure) failed += 1;
    const facts =
      packages === undefined
        ? 'failed | – | –'
        : `${packages} | ${(bytes / MB).toFixed(1)} | ${seconds.toFixed(0)}`;
    console.log(`| ${manager.name} | ${facts} |`);
    if (failure) console.error(`${manager.name}: ${failure}`);
    if (manager.name.includes('omit')) sizes['plain install'] = bytes;
  }
  for (const [what, bytes] of Object.entries(sizes)) {
    const isWithin = bytes / MB < MOST[what];
    if (!isWithin) failed += 1;
    console.log(
      `${what}: ${(bytes / MB).toFixed(2)} MB, limit ${MOST[what]}${isWithin ? '' : ': TOO LARGE'}`,
    );
  }
} finally {
  rmSync(base, { recursive: true, force: true });
}
console.log(
  `${failed} failed; Node ${process.version}, ${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version}`,
);
process.exitCode = failed === 0 ? 0 : 1;
