// What a refused kernel call throws: a stable code and a subject. Tests assert those, not the text.
import { STATUS_NAMES, type StatusName } from './abi.ts';
import { EchometerError } from './echometer-error.ts';

/** `code` is the kernel's status, or FOREIGN where there is no kernel to ask; `call` the export. One that a person meets is a bug of ours. */
export class KernelError extends EchometerError {
  declare readonly code: StatusName | 'FOREIGN';
  /** The offset in the plan or the index of the argument that was refused; -1 when there is none. */
  declare readonly subject: number;
  readonly call: string;

  constructor(code: StatusName | 'FOREIGN', call: string, subject: number, detail: string) {
    const what = `kernel refused ${call}: ${code}${detail === '' ? '' : ` (${detail})`}`;
    super({ code, subject, what, next: 'please report it', outcome: 'bug' });
    this.call = call;
  }
}

/** Null where a statistic is not defined for its values: too few, or without variation. Any other refusal is thrown. */
export function ifDefined<T>(compute: () => T): T | null {
  try {
    return compute();
  } catch (error) {
    if (error instanceof KernelError && (error.code === 'DOMAIN' || error.code === 'TOO_FEW'))
      return null;
    throw error;
  }
}

/** The name of a negative status. */
export function statusName(status: number): StatusName {
  return STATUS_NAMES[-status] ?? 'BAD_ARGUMENT';
}
