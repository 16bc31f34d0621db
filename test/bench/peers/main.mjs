// One measurement of one peer in a fresh process: prints one line of JSON.
// Usage: node main.mjs PEER PYTHON PAYLOAD WARMUP FRAMES WINDOW
import { createLoad } from './harness.mjs';
import { transports } from './transports.mjs';

const [peer, pythonPath, ...numbers] = process.argv.slice(2);
const [payloadBytes, warmup, frames, windowFrames] = numbers.map(Number);
const inProcess = peer === 'node-calls-python' || peer === 'pyodide';
const load = createLoad({
  payloadBytes,
  warmup,
  frames,
  windowFrames: inProcess ? 1 : windowFrames,
});
const close = await transports[peer](load, { pythonPath });
const result = await load.done;
console.log(JSON.stringify(result));
close();
process.exit(0);
