// Host and worker on processors that the user names (`--cpus HOST,WORKER`): which of two states a round trip is in, both on one
// processor or one each, is then not the scheduler's choice. Linux only.

import { readdirSync, readFileSync } from 'node:fs';

import { missingError, usageError } from '../errors.ts';
import { loadLibC } from './libc.ts';
import type { LibC } from './libc.ts';

export interface Pinning {
  /** As they were written: `0`, `2-3`, `0+2`. */
  readonly host: string;
  readonly worker: string;
}

/** Checked: this system can, both lists name processors, and this process may use them. */
export function pinningOf(text: string, lane: string): Pinning {
  const [host = '', worker = '', ...more] = text.split(',');
  if (more.length > 0 || host === '' || worker === '')
    throw refused(text, 'it is not HOST,WORKER', 'two lists: 0,1 or 0-1,2+3');
  if (process.platform !== 'linux')
    throw refused(
      text,
      `${process.platform} pins no process`,
      'leave --cpus away: it is for Linux',
    );
  if (lane === 'pyodide')
    throw refused(text, 'on the pyodide lane the worker is a thread of the host', 'another lane');
  if (loadLibC() === null)
    throw missingError(
      'NO_KOFFI',
      'koffi',
      '--cpus makes a system call: it needs the optional dependency koffi, which is not installed or does not load here',
      'run npm install koffi, or pin with taskset',
    );
  const allowed = allowedProcessors();
  for (const list of [host, worker])
    for (const number of numbersIn(list, text))
      if (!allowed.has(number))
        throw refused(text, `this process may not use processor ${number}`, shown(allowed));
  return { host, worker };
}

const refused = (text: string, why: string, next: string): Error =>
  usageError('BAD_CPUS', '--cpus', `--cpus cannot be "${text}": ${why}`, next);

const shown = (numbers: ReadonlySet<number>): string => `there are ${[...numbers].join(', ')}`;

const MOST_PROCESSORS = 4096;

/** `0-2+5` -> 0, 1, 2, 5. */
function numbersIn(list: string, whole = list): number[] {
  return list.split('+').flatMap((part) => {
    const [, first = '', last = first] = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (first === '' || to < from || to >= MOST_PROCESSORS)
      throw refused(whole, `"${part}" is no processor`, 'a number, or a range: 0, 2-3, 0+2');
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}

/** Of a container it is a part of the machine's. */
function allowedProcessors(): ReadonlySet<number> {
  const status = readFileSync('/proc/self/status', 'utf8');
  const list = /^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? '0';
  return new Set(numbersIn(list.replaceAll(',', '+')));
}

/** The whole process: Node has threads before the first line of ours runs. */
export function pinThisProcess({ host }: Pinning): void {
  const libc = withCalls();
  const processors = numbersIn(host);
  for (const thread of readdirSync('/proc/self/task')) libc.setAffinity(Number(thread), processors);
}

/** A child inherits the processors of the thread that starts it. */
export function startPinned<T>({ host, worker }: Pinning, start: () => T): T {
  const libc = withCalls();
  libc.setAffinity(0, numbersIn(worker));
  try {
    return start();
  } finally {
    libc.setAffinity(0, numbersIn(host));
  }
}

function withCalls(): LibC {
  const libc = loadLibC();
  if (libc === null) throw new Error('pinning needs koffi');
  return libc;
}
