// Derives data.json of a run's folder anew with Node and writes it there: what the Swift host's derivation is compared with.
//
//   node host-ios/tools/checks/derive.mjs FOLDER
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const DIST = join(dirname(fileURLToPath(import.meta.url)), '../../../dist');
const load = (file) => import(pathToFileURL(join(DIST, file)).href);

const { deriveData } = await load('kernel/api/run/derive.js');
const { checkKernel } = await load('host-node/src/kernel/load.js');
const { RunStore } = await load('host-node/src/results/store.js');

const folder = process.argv[2] ?? '.';
const store = new RunStore(folder);
const source = store.source();
const kernel = checkKernel(source.kernel(), join(folder, 'kernel.wasm'));
const trials = source.trials();
store.writeData(
  deriveData(kernel.openWorkspace(), source.run(), trials, source.samplesOf(trials)),
);
