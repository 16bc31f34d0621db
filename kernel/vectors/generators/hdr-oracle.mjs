// Records what hdr-histogram-js 3.0.1 answers, as hdr-oracle.json. Run by hand (npm install hdr-histogram-js@3.0.1 elsewhere):
//   node kernel/vectors/generators/hdr-oracle.mjs FOLDER_WITH_NODE_MODULES > kernel/vectors/generators/hdr-oracle.json
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { inflateSync } from 'node:zlib';

const require = createRequire(join(resolve(process.argv[2] ?? '.'), 'package.json'));
const hdr = require('hdr-histogram-js');
const { version } = require('hdr-histogram-js/package.json');
const PERCENTILES = [0, 1, 25, 50, 90, 99, 99.9, 100];
const GEOMETRIES = [
  [1, 1000, 1],
  [1, 3_600_000_000_000, 3],
  [1000, 3_600_000_000, 2],
  [7, 10_000_000, 4],
];

let state = 42n;
function uniform() {
  state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
  return Number(state >> 11n) / 2 ** 53;
}

function answer(lowest, highest, digits, n) {
  const histogram = hdr.build({
    bitBucketSize: 64,
    autoResize: false,
    lowestDiscernibleValue: lowest,
    highestTrackableValue: highest,
    numberOfSignificantValueDigits: digits,
  });
  const values = Array.from({ length: n }, () => Math.floor(highest ** uniform()));
  for (const value of values) histogram.recordValue(value);
  const log = inflateSync(
    Buffer.from(hdr.encodeIntoCompressedBase64(histogram), 'base64').subarray(8),
  );
  return {
    id: `${lowest}-${highest}-${digits}-n${n}`,
    lowest,
    highest,
    digits,
    values,
    length: histogram.countsArrayLength,
    quantiles: PERCENTILES.map((p) => histogram.getValueAtPercentile(p)),
    counts: log.subarray(40).toString('hex'),
  };
}

const cases = GEOMETRIES.flatMap(([lowest, highest, digits]) =>
  [1, 2, 60, 300].map((n) => answer(lowest, highest, digits, n)),
);
console.log(JSON.stringify({ oracle: `hdr-histogram-js ${version}`, cases }, null, 1));
