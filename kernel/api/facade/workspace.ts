// Where statistics are computed: an instance with scratch memory, replaced by a larger one when a sample needs it, because
// a configured kernel never grows. Lays out arguments and outputs; knows no statistic.
import { KernelError, statusName } from './errors.ts';
import { createKernel, type Kernel } from './facade.ts';
import { takeScratch, withScratch } from './scratch.ts';
import type { CompiledModule, ModuleInstance } from './wasm-objects.ts';

/** Samples: numbers in any order. A Float64Array is copied once, an array of numbers twice. */
export type Sample = ArrayLike<number>;

/** An argument of an export: a number as it is, or memory. `counted` memory is followed by its length in elements. */
type Argument =
  | number
  | bigint
  /** Parts lie one behind the other. */
  | { readonly parts: readonly Uint8Array[]; readonly count: number | null }
  | { readonly room: number; readonly start: Uint8Array | null };

export interface Answer {
  /** 0, or the count or code that the export names. */
  readonly status: number;
  /** What was written, one view for each room, in order. */
  readonly outputs: readonly DataView[];
}

export interface Workspace {
  /** The instance, with at least so much scratch memory. */
  readonly kernel: (scratchBytes?: number) => Kernel;
  /**
   * Calls an export; a negative status is thrown as a KernelError with its code and the argument's index. `borrowedBytes` is what
   * it borrows beyond what its arguments' size says.
   */
  readonly call: (name: string, args: readonly Argument[], borrowedBytes?: number) => Answer;
}

// Most statistics borrow a sorted copy and a spare one, the hungriest 64 bytes a value (docs/statistics.md); tables and histograms need
// less than 1 MiB.
const USUAL_PER_BYTE = 3;
const BORROWED_PER_BYTE = 9;
const BORROWED_BYTES = 1 << 20;
const LEAST_SCRATCH = 4 << 20;

type Words = Float64Array | BigUint64Array | Uint32Array | Uint8Array;

/** Address and length of f64 values. */
export function sample(values: Sample): Argument {
  const copy = values instanceof Float64Array ? values : Float64Array.from(values);
  return { parts: [bytesOf(copy)], count: copy.length };
}

/** The address of values, one array behind the other, whose number the export gets another way. */
export function uncounted(...values: readonly Words[]): Argument {
  return { parts: values.map(bytesOf), count: null };
}

/** Address and length of bytes. */
export function counted(bytes: Uint8Array): Argument {
  return { parts: [bytes], count: bytes.length };
}

/** The address of so many bytes of output, or of bytes that the call changes in place. */
export function room(content: number | Uint8Array): Argument {
  return typeof content === 'number'
    ? { room: content, start: null }
    : { room: content.length, start: content };
}

function bytesOf(view: Words): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

function sizeOf(argument: Argument): number {
  if (typeof argument !== 'object') return 0;
  if ('room' in argument) return argument.room;
  return argument.parts.reduce((sum, part) => sum + part.length, 0);
}

/** A workspace over instances that `instantiate` makes (each is used for statistics only). */
export function createWorkspace(instantiate: () => ModuleInstance): Workspace {
  let current: { readonly kernel: Kernel; readonly scratchBytes: number } | null = null;
  const withRoom = (bytes: number): Kernel => {
    if (current !== null && bytes <= current.scratchBytes) return current.kernel;
    const kernel = createKernel(instantiate());
    // Half as much again: growing samples do not make an instance each time.
    const scratchBytes = Math.max(LEAST_SCRATCH, Math.ceil(bytes * 1.5));
    kernel.openScratch(scratchBytes);
    current = { kernel, scratchBytes };
    return kernel;
  };
  return {
    kernel: (scratchBytes = 0) => withRoom(scratchBytes),
    call: (name, args, borrowedBytes = 0) => {
      const bytes = args.reduce<number>((sum, each) => sum + sizeOf(each), borrowedBytes);
      try {
        return callExport(withRoom(bytes * USUAL_PER_BYTE + BORROWED_BYTES), name, args);
      } catch (error) {
        if (!(error instanceof KernelError) || error.code !== 'NO_MEMORY') throw error;
        return callExport(withRoom(bytes * BORROWED_PER_BYTE + BORROWED_BYTES), name, args);
      }
    },
  };
}

/** A workspace over instances of a compiled kernel. */
export const workspaceOf = (module: CompiledModule): Workspace =>
  createWorkspace(() => new WebAssembly.Instance(module, {}));

function callExport(kernel: Kernel, name: string, args: readonly Argument[]): Answer {
  const { raw } = kernel;
  return withScratch(raw, () => {
    const outputs: { at: number; bytes: number }[] = [];
    const values = args.flatMap((argument) => {
      if (typeof argument !== 'object') return [argument];
      const at = takeScratch(raw, sizeOf(argument));
      if ('room' in argument) {
        outputs.push({ at, bytes: argument.room });
        if (argument.start !== null)
          new Uint8Array(raw.memory.buffer, at, argument.room).set(argument.start);
        return [at];
      }
      let end = at;
      for (const part of argument.parts) {
        new Uint8Array(raw.memory.buffer, end, part.length).set(part);
        end += part.length;
      }
      return argument.count === null ? [at] : [at, argument.count];
    });
    const status = raw.call(name)(...values);
    if (status < 0) throw new KernelError(statusName(status), name, raw.call('lastSubject')(), '');
    return {
      status,
      outputs: outputs.map(
        ({ at, bytes }) => new DataView(raw.memory.buffer.slice(at, at + bytes)),
      ),
    };
  });
}

/** The one output of a call. */
export function outputOf({ outputs }: Answer): DataView {
  const [output] = outputs;
  if (output === undefined) throw new Error('the call has no output');
  return output;
}

/** Consecutive f64 of a view. */
export function doublesOf(view: DataView): Float64Array {
  return new Float64Array(view.buffer, view.byteOffset, view.byteLength >>> 3);
}

/** The f64 with this index. */
export function doubleAt(view: DataView, index: number): number {
  return view.getFloat64(8 * index, true);
}
