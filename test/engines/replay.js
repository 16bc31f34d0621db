// Repeats a transcript on the JavaScript engine that loads this script: a shell, Node or a page. No modules, no host API but reading.
'use strict';

function fnv1aOf(bytes) {
  let low = 0x84222325;
  let high = 0xcbf29ce4;
  for (let i = 0; i < bytes.length; i += 1) {
    low = (low ^ bytes[i]) >>> 0;
    const product = low * 0x1b3;
    const carry = Math.floor(product / 4294967296);
    high = (Math.imul(high, 0x1b3) + carry + (low << 8)) >>> 0;
    low = product >>> 0;
  }
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}

function valueOf(word, view) {
  if (word[0] === 'i') return Number(word.slice(1));
  if (word[0] === 'l') return BigInt(word.slice(1));
  view.setBigUint64(0, BigInt('0x' + word.slice(1)));
  return view.getFloat64(0);
}

function callLine(exports, words, view) {
  const args = words.slice(3).map((word) => valueOf(word, view));
  const got = exports[words[1]](...args);
  const result = typeof got === 'bigint' ? 'l' + BigInt.asUintN(64, got) : 'i' + (got | 0);
  return result === words[2];
}

function writeHex(exports, at, hex) {
  const bytes = new Uint8Array(exports.memory.buffer, at, hex.length / 2);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = parseInt(hex.substr(2 * i, 2), 16);
}

/** One line of JSON: signature, lines repeated, and the first line that came out differently. */
function replay(wasm, text) {
  const exports = new WebAssembly.Instance(new WebAssembly.Module(wasm), {}).exports;
  const signature = BigInt.asUintN(64, exports.selfSignature()).toString(16).padStart(16, '0');
  const view = new DataView(new ArrayBuffer(8));
  const lines = text.split('\n');
  let done = 0;
  for (const line of lines) {
    if (line === '') continue;
    const words = line.split(' ');
    let isRight = true;
    if (words[0] === 'w') writeHex(exports, Number(words[1]), words[2]);
    else if (words[0] === 'c') isRight = callLine(exports, words, view);
    else {
      const bytes = new Uint8Array(exports.memory.buffer, Number(words[1]), Number(words[2]));
      isRight = fnv1aOf(bytes) === words[3];
    }
    if (!isRight) return JSON.stringify({ signature, done, wrong: line.slice(0, 200) });
    done += 1;
  }
  return JSON.stringify({ signature, done });
}

// Shells name their arguments and their reader differently; a page calls replay() itself.
(function (scope) {
  const given = scope.scriptArgs || scope.arguments;
  if (!given || given.length < 2 || typeof scope.print !== 'function') return;
  const binary =
    scope.os && scope.os.file
      ? (p) => scope.os.file.readFile(p, 'binary')
      : (p) => scope.read(p, 'binary');
  const textual =
    scope.os && scope.os.file ? (p) => scope.os.file.readFile(p) : (p) => scope.read(p);
  scope.print(replay(binary(given[0]), textual(given[1])));
})(globalThis);
