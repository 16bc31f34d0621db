// Sums, means and standard deviations in numpy's order of additions, so that published values come out to the last digit.
// Not compensated: a better sum would be a different number.

// numpy's PW_BLOCKSIZE: blocks up to 128 values are summed in eight lanes, longer ranges are halved.
const BLOCK: u32 = 128;

// The eight lanes are four f64x2 in the SIMD build and eight f64 in the scalar one: the same additions in the same order.
function block(at: usize, n: u32): f64 {
  const lanes = n & ~7;
  let sum: f64;
  if (ASC_FEATURE_SIMD) {
    let a = v128.load(at);
    let b = v128.load(at, 16);
    let c = v128.load(at, 32);
    let d = v128.load(at, 48);
    for (let i: u32 = 8; i < lanes; i += 8) {
      const p = at + (usize(i) << 3);
      a = f64x2.add(a, v128.load(p));
      b = f64x2.add(b, v128.load(p, 16));
      c = f64x2.add(c, v128.load(p, 32));
      d = f64x2.add(d, v128.load(p, 48));
    }
    const front = pairOf(a) + pairOf(b);
    sum = front + (pairOf(c) + pairOf(d));
  } else {
    sum = scalarLanes(at, lanes);
  }
  for (let i = lanes; i < n; i++) sum += load<f64>(at + (usize(i) << 3));
  return sum;
}

function pairOf(pair: v128): f64 {
  return f64x2.extract_lane(pair, 0) + f64x2.extract_lane(pair, 1);
}

function scalarLanes(at: usize, lanes: u32): f64 {
  let r0 = load<f64>(at);
  let r1 = load<f64>(at, 8);
  let r2 = load<f64>(at, 16);
  let r3 = load<f64>(at, 24);
  let r4 = load<f64>(at, 32);
  let r5 = load<f64>(at, 40);
  let r6 = load<f64>(at, 48);
  let r7 = load<f64>(at, 56);
  for (let i: u32 = 8; i < lanes; i += 8) {
    const p = at + (usize(i) << 3);
    r0 += load<f64>(p);
    r1 += load<f64>(p, 8);
    r2 += load<f64>(p, 16);
    r3 += load<f64>(p, 24);
    r4 += load<f64>(p, 32);
    r5 += load<f64>(p, 40);
    r6 += load<f64>(p, 48);
    r7 += load<f64>(p, 56);
  }
  return r0 + r1 + (r2 + r3) + (r4 + r5 + (r6 + r7));
}

/** numpy.sum of n f64: pairwise above 128 values. 0 of none. */
export function sumOf(at: usize, n: u32): f64 {
  if (n < 8) {
    let sum = 0.0;
    for (let i: u32 = 0; i < n; i++) sum += load<f64>(at + (usize(i) << 3));
    return sum;
  }
  if (n <= BLOCK) return block(at, n);
  const half = (n >> 1) & ~7;
  return sumOf(at, half) + sumOf(at + (usize(half) << 3), n - half);
}

/** numpy.mean; n > 0. */
export function meanOf(at: usize, n: u32): f64 {
  return sumOf(at, n) / f64(n);
}

/** numpy.sum of the squared distances to `center`; `workAt` takes n f64. */
export function squaresOf(at: usize, n: u32, center: f64, workAt: usize): f64 {
  const bytes = usize(n) << 3;
  for (let i: usize = 0; i < bytes; i += 8) {
    const distance = load<f64>(at + i) - center;
    store<f64>(workAt + i, distance * distance);
  }
  return sumOf(workAt, n);
}
