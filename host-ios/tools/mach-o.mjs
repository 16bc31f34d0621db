// Reads the symbols of a Mach-O 64-bit object: which it defines for others and which it wants. Nothing else of the
// format (mach-o/loader.h, mach-o/nlist.h).

const MAGIC_64 = 0xfeedfacf;
const ARM64 = 0x0100000c;
const LC_SYMTAB = 2;
const HEADER_BYTES = 32;
const NLIST_BYTES = 16;
const N_STAB = 0xe0;
const N_TYPE = 0x0e;
const N_EXT = 0x01;

/** `{cpu, defined, undefined}` of the object file in `bytes`. */
export function readSymbols(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (at) => view.getUint32(at, true);
  if (word(0) !== MAGIC_64) throw new Error('not a 64-bit Mach-O file');
  const symbols = {
    cpu: word(4) === ARM64 ? 'arm64' : `cpu ${word(4)}`,
    defined: [],
    undefined: [],
  };
  let at = HEADER_BYTES;
  for (let left = word(16); left > 0; left -= 1) {
    if (word(at) === LC_SYMTAB) readTable(bytes, word, at, symbols);
    at += word(at + 4);
  }
  return symbols;
}

function readTable(bytes, word, command, symbols) {
  const [table, count, strings] = [word(command + 8), word(command + 12), word(command + 16)];
  for (let index = 0; index < count; index += 1) {
    const entry = table + index * NLIST_BYTES;
    const type = bytes[entry + 4] ?? 0;
    if ((type & N_STAB) !== 0 || (type & N_EXT) === 0) continue;
    const start = strings + word(entry);
    const name = bytes.subarray(start, bytes.indexOf(0, start)).toString('latin1');
    ((type & N_TYPE) === 0 ? symbols.undefined : symbols.defined).push(name);
  }
}
