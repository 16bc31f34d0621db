// Two hundred seeded one-bit flips of kernel.wasm (`npm run flips:kernel`): what the signature alone would catch. The sha256 list
// refuses all of them before that (test/kernel-flips.test.ts); this measures how much of the kernel selfSignature() touches.
import { readFileSync } from 'node:fs';
import { clearTimeout, setTimeout } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

const HANG_MS = 10_000;

/** The bytes with one bit changed, for seed and number: SplitMix64 decides which. */
export function flipped(bytes, seed, number) {
  const mask = 0xffff_ffff_ffff_ffffn;
  let z = (BigInt(seed) + BigInt(number + 1) * 0x9e3779b97f4a7c15n) & mask;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask;
  const bit = Number((z ^ (z >> 31n)) % BigInt(bytes.length * 8));
  const copy = new Uint8Array(bytes);
  copy[bit >> 3] ^= 1 << (bit & 7);
  return copy;
}

/** What a loader that knows only the signature would see. */
function judge(bytes, signature) {
  try {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), {});
    const word = BigInt.asUintN(64, exports.selfSignature());
    return word.toString(16).padStart(16, '0') === signature ? 'unseen' : 'signature differs';
  } catch (error) {
    return error instanceof WebAssembly.CompileError ? 'does not compile' : 'traps';
  }
}

/** Counts per outcome. A flip can make an endless loop, so a worker judges and is replaced when it hangs. */
export async function countFlips(bytes, signature, flips, seed) {
  const counts = {};
  let worker = new Worker(fileURLToPath(import.meta.url));
  for (let number = 0; number < flips; number++) {
    const outcome = await new Promise((resolve) => {
      const timer = setTimeout(() => resolve('hangs'), HANG_MS);
      worker.once('message', (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      worker.postMessage({ bytes: flipped(bytes, seed, number), signature });
    });
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    if (outcome !== 'hangs') continue;
    await worker.terminate();
    worker = new Worker(fileURLToPath(import.meta.url));
  }
  await worker.terminate();
  return counts;
}

if (!isMainThread) {
  parentPort.on('message', ({ bytes, signature }) =>
    parentPort.postMessage(judge(bytes, signature)),
  );
} else if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const build = new URL('../build/', import.meta.url);
  const bytes = readFileSync(new URL('kernel.wasm', build));
  const kernels = JSON.parse(readFileSync(new URL('kernels.json', build), 'utf8'));
  const flips = Number(process.argv[2] ?? 200);
  const counts = await countFlips(bytes, kernels['kernel.wasm'].signature, flips, 20260929);
  const caught = flips - (counts.unseen ?? 0);
  console.log(JSON.stringify(counts));
  console.log(`the signature alone catches ${caught} of ${flips} one-bit flips`);
}
