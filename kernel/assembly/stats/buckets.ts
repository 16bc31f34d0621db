// Order statistics of an unsorted sample without sorting it: only the buckets that hold a wanted rank are sorted.
// Reads the sample three times and never moves it. 1e6 values: several times faster than a full sort.
import { borrow } from './inputs';
import { keyOf, sortedCopy } from './order';

const BUCKET_BITS: i32 = 12;
const BUCKETS: usize = 1 << BUCKET_BITS;

// Tables of one selection, in borrowed memory:
//   start   u32 x 4,097  rank of a bucket's first value
//   sorted  u32 x 4,096  address of the bucket's sorted values; 1 = wanted, not yet gathered; 0 = not wanted
//   cursor  u32 x 4,096  where gathering goes on
const SORTED: usize = (BUCKETS + 1) << 2;
const CURSOR: usize = SORTED + (BUCKETS << 2);
const TABLE_BYTES: usize = CURSOR + (BUCKETS << 2);

let smallestKey: u64 = 0;
let shift: u64 = 0;

function bucketOf(at: usize): usize {
  return usize((keyOf(load<u64>(at)) - smallestKey) >> shift);
}

/** Takes the range of the keys and counts what falls into each bucket. The samples must be finite and n > 0. */
function count(at: usize, n: u32, tables: usize): void {
  let low: u64 = u64.MAX_VALUE;
  let high: u64 = 0;
  const end = at + (usize(n) << 3);
  for (let p = at; p < end; p += 8) {
    const key = keyOf(load<u64>(p));
    low = min<u64>(low, key);
    high = max<u64>(high, key);
  }
  smallestKey = low;
  const spread = high - low;
  const width = 64 - i32(clz<u64>(spread));
  shift = u64(max<i32>(0, width - BUCKET_BITS));
  memory.fill(tables, 0, TABLE_BYTES);
  for (let p = at; p < end; p += 8) {
    const counter = tables + (bucketOf(p) << 2);
    store<u32>(counter, load<u32>(counter) + 1);
  }
  let rank: u32 = 0;
  for (let bucket: usize = 0; bucket <= BUCKETS; bucket++) {
    const size = bucket < BUCKETS ? load<u32>(tables + (bucket << 2)) : 0;
    store<u32>(tables + (bucket << 2), rank);
    rank += size;
  }
}

/** Tables for `markRank` and `gather`, or 0 when they do not fit. */
export function countBuckets(at: usize, n: u32): usize {
  const tables = borrow(TABLE_BYTES);
  if (tables != 0) count(at, n, tables);
  return tables;
}

/** The bucket that holds the rank: the last one that starts at or below it. */
function bucketOfRank(tables: usize, rank: u32): usize {
  let low: usize = 0;
  let high: usize = BUCKETS;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (load<u32>(tables + (middle << 2)) <= rank) low = middle;
    else high = middle;
  }
  return low;
}

/** Says that this rank (from 0, below n) will be asked for. */
export function markRank(tables: usize, rank: u32): void {
  store<u32>(tables + (bucketOfRank(tables, rank) << 2), 1, SORTED);
}

/** Copies the wanted buckets out of the sample and sorts them. False when the memory does not suffice. */
export function gather(at: usize, n: u32, tables: usize): bool {
  for (let bucket: usize = 0; bucket < BUCKETS; bucket++) {
    const entry = tables + (bucket << 2);
    if (load<u32>(entry, SORTED) == 0) continue;
    const place = borrow(u64(load<u32>(entry, 4) - load<u32>(entry)) << 3);
    if (place == 0) return false;
    store<u32>(entry, u32(place), SORTED);
    store<u32>(entry, u32(place), CURSOR);
  }
  const end = at + (usize(n) << 3);
  for (let p = at; p < end; p += 8) {
    const entry = tables + (bucketOf(p) << 2);
    const place = load<u32>(entry, CURSOR);
    if (place == 0) continue;
    store<u64>(usize(place), load<u64>(p));
    store<u32>(entry, place + 8, CURSOR);
  }
  for (let bucket: usize = 0; bucket < BUCKETS; bucket++) {
    const entry = tables + (bucket << 2);
    const gathered = usize(load<u32>(entry, SORTED));
    if (gathered == 0) continue;
    const place = sortedCopy(gathered, load<u32>(entry, 4) - load<u32>(entry));
    if (place == 0) return false;
    store<u32>(entry, u32(place), SORTED);
  }
  return true;
}

/** The value at a marked rank. */
export function valueAtRank(tables: usize, rank: u32): f64 {
  const entry = tables + (bucketOfRank(tables, rank) << 2);
  return load<f64>(usize(load<u32>(entry, SORTED)) + (usize(rank - load<u32>(entry)) << 3));
}
