// Fetches what a measurement needs from where the page came from, and checks it: the kernel by sha256 and signature. No
// other server is asked.
import { parseCases } from '../../../kernel/api/run/cases.ts';
import type { CaseList } from '../../../kernel/api/run/cases.ts';
import { createKernel } from '../../../kernel/api/facade/facade.ts';
import type { Kernel } from '../../../kernel/api/facade/facade.ts';
import { MeasureError } from './abilities.ts';
import type { Abilities } from './abilities.ts';
import type { InterpreterAssets } from './messages.ts';

/** Written by viz/web/measure/build.mjs. */
interface Manifest {
  readonly version: string;
  readonly pyodide: string;
  readonly snapshotFor: string | null;
  readonly kernels: Readonly<
    Record<Abilities['build'], { readonly sha256: string; readonly signature: string }>
  >;
}

export interface MeasuringKernel {
  readonly bytes: Uint8Array;
  readonly module: WebAssembly.Module;
  readonly sha256: string;
  readonly signature: string;
  readonly identity: Kernel['identity'];
}

export interface Assets {
  readonly version: string;
  readonly cases: CaseList;
  readonly kernel: MeasuringKernel;
  readonly interpreter: InterpreterAssets;
}

const FILES = { simd: 'kernel.wasm', scalar: 'kernel.scalar.wasm' } as const;

export async function loadAssets({ build, travel }: Abilities): Promise<Assets> {
  const base = new URL('measure/', location.href);
  const manifest = (await json(base, 'manifest.json')) as Manifest;
  const [kernel, cases, python, snapshot] = await Promise.all([
    loadKernel(await bytes(base, FILES[build]), manifest.kernels[build]),
    text(base, 'cases.json'),
    json(base, 'python.json'),
    // Of another version it would not serve, and without one Python starts plainly. A snapshot remembers that the engine which
    // made it, Node's, had no stack switching, and refuses it from then on.
    manifest.snapshotFor === manifest.pyodide && travel === 'rings'
      ? bytes(base, '../pyodide/snapshot.bin').catch(() => null)
      : null,
  ]);
  return {
    version: manifest.version,
    cases: parseCases(cases),
    kernel,
    interpreter: {
      pyodideUrl: new URL('../pyodide/', base).href,
      sources: python as Record<string, string>,
      snapshot: snapshot === null ? null : snapshot.buffer,
    },
  };
}

async function loadKernel(
  content: Uint8Array<ArrayBuffer>,
  released: Manifest['kernels']['simd'],
): Promise<MeasuringKernel> {
  const sha256 = await sha256Hex(content);
  if (sha256 !== released.sha256)
    throw new MeasureError(
      'UNKNOWN_KERNEL',
      `The kernel that the server sent (sha256 ${sha256}) is not the one that this page was built with.`,
      'Build the site again.',
    );
  const module = await WebAssembly.compile(content);
  const kernel = createKernel(await WebAssembly.instantiate(module, {}));
  const signature = kernel.signature();
  if (signature !== released.signature)
    throw new MeasureError(
      'WRONG_SIGNATURE',
      `The kernel computes ${signature} in this browser instead of ${released.signature}.`,
      'Nothing is measured with it.',
    );
  return { bytes: content, module, sha256, signature, identity: kernel.identity };
}

async function sha256Hex(content: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function bytes(base: URL, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const address = new URL(name, base);
  const answer = await fetch(address).catch(() => null);
  if (answer?.ok !== true)
    throw new MeasureError(
      'NO_ASSET',
      `${address.pathname} did not come (${answer?.status ?? 'no answer'}).`,
      'Is the server still there?',
    );
  return new Uint8Array(await answer.arrayBuffer());
}

/** Some servers answer with their first page where a file is missing. */
async function json(base: URL, name: string): Promise<unknown> {
  const content = await text(base, name);
  try {
    return JSON.parse(content);
  } catch {
    throw new MeasureError(
      'BAD_ASSET',
      `${new URL(name, base).pathname} is another file than the build has put there.`,
      'Serve the folder dist/page as it is.',
    );
  }
}

const text = async (base: URL, name: string): Promise<string> =>
  new TextDecoder().decode(await bytes(base, name));
