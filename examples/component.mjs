// Is the second sample slower than the first, and by how much? The kernel as a WebAssembly component, from Node.
// Run: node examples/component.mjs (after npm install, which builds it).
import { statistics } from 'echometer/component';

const before = Float64Array.of(101, 99, 103, 98, 100, 102, 97, 104, 100, 101);
const after = Float64Array.of(110, 108, 115, 109, 111, 107, 112, 114, 109, 300);

const shift = statistics.shift(after, before);
const { lower, upper } = statistics.shiftBounds(after, before, 0.001);
const { p } = statistics.mannWhitney(after, before);

console.log(`shift ${shift}, between ${lower} and ${upper} (misses once in 1,000)`);
console.log(
  `Mann-Whitney p ${p.toPrecision(3)}, Hedges' g ${statistics.hedgesG(after, before).toPrecision(3)}`,
);
console.log(lower > 0 ? 'slower' : upper < 0 ? 'faster' : 'not told apart');

try {
  statistics.center(new Float64Array(0));
} catch ({ code, subject }) {
  console.log(`an empty sample is refused: ${code}, argument ${subject}`);
}
