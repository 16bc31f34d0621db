// Whether build/ is what the sources give: a stamp holds hashes of everything that the build reads and of everything that it wrote.
// A build of the kernel takes 20 seconds and more of both cores; .ci/run asks for it four times.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const STAMP = 'build/stamp.json';
const SOURCES = ['kernel/assembly', 'kernel/entries', 'kernel/wit', 'asconfig.json'];
const SCRIPTS = ['build.mjs', 'build-stamp.mjs', 'component.mjs', 'measure-id.mjs'];
const COMPILERS = ['assemblyscript', 'binaryen', 'typescript', '@bytecodealliance/jco-transpile'];

/** Every file at or below a path, in order. */
function filesOf(root, path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path), { recursive: true })
    .map((name) => join(path, name))
    .filter((file) => statSync(join(root, file)).isFile())
    .sort();
}

const hashOf = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** One word for all that the build reads, with the versions of what compiles. */
function inputsOf(root) {
  const hash = createHash('sha256').update(process.version);
  const paths = [...SOURCES, ...SCRIPTS.map((name) => `kernel/${name}`)];
  for (const file of paths.flatMap((path) => filesOf(root, path)))
    hash.update(`${file} ${hashOf(join(root, file))}\n`);
  for (const name of COMPILERS)
    hash.update(hashOf(join(root, 'node_modules', name, 'package.json')));
  return hash.digest('hex');
}

export function isFresh(root) {
  if (!existsSync(join(root, STAMP))) return false;
  const { inputs, outputs } = JSON.parse(readFileSync(join(root, STAMP), 'utf8'));
  const isThere = ([file, hash]) =>
    existsSync(join(root, file)) && hashOf(join(root, file)) === hash;
  return Object.entries(outputs).every(isThere) && inputsOf(root) === inputs;
}

/** After a build: what lies in build/ and was written since it began. Other builds put their own files there. */
export function writeStamp(root, beganMs) {
  const written = filesOf(root, 'build').filter(
    (file) => file !== STAMP && statSync(join(root, file)).mtimeMs >= beganMs,
  );
  const outputs = Object.fromEntries(written.map((file) => [file, hashOf(join(root, file))]));
  writeFileSync(
    join(root, STAMP),
    `${JSON.stringify({ inputs: inputsOf(root), outputs }, null, 1)}\n`,
  );
}
