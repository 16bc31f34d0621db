// Encoded sizes, plain and under compression, once per cell: gzip level 6 and zstd level 3. Never timed.
import { gzipSync } from 'node:zlib';

const GZIP_LEVEL = 6;
const ZSTD_LEVEL = 3;

export interface CellSizes {
  readonly bytes: number;
  readonly gzip: number;
  /** Null without the optional library. */
  readonly zstd: number | null;
}

type Zstd = (bytes: Uint8Array, level: number) => Uint8Array;

let zstd: Promise<Zstd | null> | null = null;

/** Node 20's zlib has no zstd; the Wasm build is the official library. */
async function loadZstd(): Promise<Zstd | null> {
  try {
    const library = await import('@bokuweb/zstd-wasm');
    await library.init();
    return (bytes, level) => library.compress(bytes, level);
  } catch {
    return null;
  }
}

export async function compressedSizes(bytes: Uint8Array): Promise<CellSizes> {
  zstd ??= loadZstd();
  const compress = await zstd;
  return {
    bytes: bytes.length,
    gzip: gzipSync(bytes, { level: GZIP_LEVEL }).length,
    zstd: compress === null ? null : compress(bytes, ZSTD_LEVEL).length,
  };
}
