// The kernel's memory: one bump allocator over linear memory. Frees only back to a mark; never grows after seal().

// Cache line of every target; SIMD loads never straddle two regions.
const ALIGN: usize = 64;
const PAGE: usize = 65_536;

let top: usize = (__heap_base + ALIGN - 1) & ~(ALIGN - 1);
let limit: usize = 0;
let needed: u64 = 0;

/** Bytes that reserve() asked for last. */
export function bytesNeeded(): u64 {
  return needed;
}

/** Bytes the arena may still give out without growing. */
export function bytesAvailable(): u64 {
  return limit > top ? u64(limit - top) : 0;
}

/**
 * Makes room for `bytes` (alignment included by the caller). False when memory cannot grow that far; nothing changes
 * then. Memory below `top` may also belong to an embedder (a WASI adapter grows our memory too), so a region that is
 * not adjacent is taken whole.
 */
export function arenaReserve(bytes: u64): bool {
  needed = bytes;
  if (limit == 0) limit = usize(memory.size()) << 16;
  if (u64(top) + bytes <= u64(limit)) return true;
  if (isLent) return false;
  const missing: u64 = u64(top) + bytes - u64(limit);
  const pages: u64 = (missing + u64(PAGE) - 1) >> 16;
  if (pages > 65_536) return false;
  const at = memory.grow(i32(pages));
  if (at < 0) return false;
  if (usize(at) << 16 == limit) {
    limit += usize(pages) << 16;
    return true;
  }
  const whole: u64 = (bytes + u64(PAGE) - 1) >> 16;
  if (whole > pages && memory.grow(i32(whole - pages)) < 0) return false;
  top = usize(at) << 16;
  limit = top + (usize(whole) << 16);
  return true;
}

/** `bytes` rounded up to the alignment. */
export function aligned(bytes: u64): u64 {
  return (bytes + u64(ALIGN) - 1) & ~(u64(ALIGN) - 1);
}

/** Takes `bytes` of the reserved memory; 0 when they are not there. A size of 0 takes nothing and is a valid address. */
export function arenaTake(bytes: u64): usize {
  const size = aligned(bytes);
  if (u64(top) + size > u64(limit)) return 0;
  const at = top;
  top += usize(size);
  return at;
}

/** Moves `top` up to a multiple of a power of two (slots are mapped in pages of at most 64 KiB). */
export function arenaAlign(boundary: usize): void {
  top = (top + boundary - 1) & ~(boundary - 1);
}

let keptTop: usize = 0;
let keptLimit: usize = 0;
let keptNeeded: u64 = 0;
let isLent: bool = false;

/** The arena gives out of this region until arenaReturn(): a rehearsal must neither grow memory nor use any up. */
export function arenaLend(at: usize, bytes: usize): void {
  keptTop = top;
  keptLimit = limit;
  keptNeeded = needed;
  top = at;
  limit = at + bytes;
  isLent = true;
}

/** Back to the arena's own memory. */
export function arenaReturn(): void {
  top = keptTop;
  limit = keptLimit;
  needed = keptNeeded;
  isLent = false;
}

let scratchFrom: usize = 0;

/** From here on the arena is scratch memory. */
export function arenaSeal(): void {
  scratchFrom = top;
}

/** True when [at, at + bytes) lies in memory. */
export function inMemory(at: usize, bytes: u64): bool {
  return u64(at) + bytes <= u64(usize(memory.size())) << 16;
}

/** Takes scratch memory, 64-byte aligned; 0 before configure() and when less than `bytes` is left. */
export function scratchAlloc(bytes: u32): usize {
  if (scratchFrom == 0) return 0;
  return arenaTake(bytes);
}

/** The mark that scratchReset() goes back to. */
export function scratchMark(): usize {
  return top;
}

/** Frees all scratch taken since `mark`. A mark outside the scratch memory in use is ignored. */
export function scratchReset(mark: usize): void {
  if (scratchFrom != 0 && mark >= scratchFrom && mark <= top) top = mark;
}
