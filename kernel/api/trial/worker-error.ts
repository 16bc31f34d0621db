// A worker that could not be started or reached: a process, or an interpreter in a thread.

import { EchometerError } from '../facade/echometer-error.ts';

/** The code is the failure's in the result. */
export class WorkerError extends EchometerError {
  constructor(code: 'WORKER_START' | 'WORKER_CONNECT', what: string) {
    const next = 'see what the worker said last';
    super({ code, subject: 'the worker', what, next, outcome: 'failed' });
  }
}
