// asc --transform: gives the component's exports their canonical names, which AssemblyScript cannot spell.
import { Transform } from 'assemblyscript/transform';
import binaryen from 'assemblyscript/binaryen';

const INTERFACE = 'echometer:kernel/statistics@0.1.0#';
// Those whose result lies in memory need a post-return.
const IN_REGISTERS = ['kernelId', 'selfSignature', 'xxh64', 'fnv1a'];
const KEPT = ['memory', 'cabi_realloc', 'freeResult'];
// Digits do not start a new word in WIT names.
const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function exportsOf(module) {
  return Array.from({ length: module.getNumExports() }, (_, i) =>
    binaryen.getExportInfo(module.getExportByIndex(i)),
  );
}

export default class CanonicalNames extends Transform {
  /** `module` is binaryen.js' own. */
  afterCompile(module) {
    const functions = exportsOf(module).filter(({ name }) => !KEPT.includes(name));
    const free = exportsOf(module).find(({ name }) => name === 'freeResult');
    for (const { name, value } of functions) {
      const canonical = `${INTERFACE}${kebab(name)}`;
      module.removeExport(name);
      module.addFunctionExport(value, canonical);
      if (!IN_REGISTERS.includes(name))
        module.addFunctionExport(free.value, `cabi_post_${canonical}`);
    }
    module.removeExport('freeResult');
  }
}
