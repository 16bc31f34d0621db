// The one reader of a source: a run's folder, a packed run, serializer logs. It is given the names of the files and how one
// of them is read, says what the source is, and gives its parts, each checked when it is asked for. It opens no file itself.
// A part that is missing or damaged is a ResultError with the name of the file and the field.

import { isLogName } from '../logs/log-set.ts';
import type { NamedLog } from '../logs/log-set.ts';
import { readDataFile, readRunFile, readTrialFile, requireShowable } from '../run/results-read.ts';
import { ResultError } from '../run/result-error.ts';
import type { DataFile, RunFile, SampleFile, TrialFile } from '../run/results.ts';
import { readLog } from './read-log.ts';
import type { Read } from './read.ts';
import {
  DATA_FILE,
  isRunName,
  KERNEL_FILE,
  namesBelow,
  PLAN_FILE,
  RUN_FILE,
  runRoots,
  trialOrderOf,
} from './source-names.ts';

/** A run of both has trials and serializer logs in one folder; logs may also stand alone. */
export type SourceKind = 'duplex' | 'serializers' | 'both' | 'logs' | 'other';

const MIB = 2 ** 20;
/** Above what any run of ours has; a damaged or made-up file may claim anything. */
const MOST = { kernel: 16 * MIB, trial: 16 * MIB, text: 256 * MIB, column: 256 * MIB };
const BYTES_PER_SAMPLE = 8;

/** Of a run the files of its layout, of logs every file. */
export function open(path: string, names: readonly string[], read: Read): OpenSource {
  const isRun = [RUN_FILE, PLAN_FILE].some((name) => names.includes(name));
  return new OpenSource(path, isRun ? names.filter(isRunName) : names, read);
}

/** Every run among the files, by its folder, and what lies outside of their folders as one source more. */
export function openAll(path: string, names: readonly string[], read: Read): OpenSource[] {
  const roots = runRoots(names);
  const runs = roots.map((root) => {
    const inside: Read = {
      ...read,
      whole: (name, most) => read.whole(root + name, most),
      pieces: (name) => read.pieces(root + name),
    };
    const name = [path, root.replace(/\/$/, '')].filter((part) => part !== '').join('/');
    return open(name, namesBelow(names, root), inside);
  });
  const rest = names.filter((name) => !roots.some((root) => name.startsWith(root)));
  return rest.length === 0 ? runs : [...runs, open(path, rest, read)];
}

export class OpenSource {
  /** As it was named: what messages begin with. */
  readonly path: string;
  /** Relative, with forward slashes, sorted. */
  readonly names: readonly string[];
  readonly kind: SourceKind;
  readonly #known: ReadonlySet<string>;
  readonly #read: Read;

  constructor(path: string, names: readonly string[], read: Read) {
    this.path = path;
    this.names = [...names].sort();
    this.kind = kindOf(this.names);
    this.#known = new Set(names);
    this.#read = read;
  }

  has(name: string): boolean {
    return this.#known.has(name);
  }

  /** What messages call a file of this source. */
  subject(name: string): string {
    return this.path === '' ? name : `${this.path}/${name}`;
  }

  /** The host says why a name that it did not list cannot be read. */
  bytes(name: string, most = MOST.text): Uint8Array {
    return this.#read.whole(name, most);
  }

  /** Of any size; a piece is only good until the next one. */
  pieces(name: string): Iterable<Uint8Array> {
    return this.#read.pieces(name);
  }

  text(name: string, most = MOST.text): string {
    return new TextDecoder().decode(this.bytes(name, most));
  }

  run(): RunFile {
    return readRunFile(this.text(RUN_FILE), this.subject(RUN_FILE));
  }

  data(): DataFile {
    return readDataFile(this.text(DATA_FILE), this.subject(DATA_FILE));
  }

  kernel(): Uint8Array {
    return this.bytes(KERNEL_FILE, MOST.kernel);
  }

  /** Every finished trial, in run order. */
  trials(): TrialFile[] {
    const found = this.names.flatMap((name) => {
      const order = trialOrderOf(name);
      return order === null ? [] : [{ name, order }];
    });
    found.sort((a, b) => a.order - b.order);
    return found.map(({ name }) => readTrialFile(this.text(name, MOST.trial), this.subject(name)));
  }

  /** The columns that these trials name. One is as long as its trial counted: then nothing reads beyond its end. */
  samplesOf(trials: readonly TrialFile[]): (file: string) => Uint8Array {
    const counted = new Map(
      trials.flatMap(({ samples }) =>
        Object.values(samples ?? {}).map((one): [string, SampleFile] => [one.file, one]),
      ),
    );
    return (file) => {
      const { count = -1, warmup = -1 } = counted.get(file) ?? {};
      const subject = this.subject(`samples/${file}`);
      const bytes = this.bytes(`samples/${file}`, MOST.column);
      const isWhole = bytes.length === count * BYTES_PER_SAMPLE && warmup >= 0 && warmup < count;
      if (isWhole && holdsTimes(bytes)) return bytes;
      if (isWhole)
        throw new ResultError('BAD_FIELD', subject, `${subject} holds a time above 2^53 ns`);
      throw new ResultError(
        'BAD_FIELD',
        subject,
        `${subject} has ${bytes.length} bytes, its trial counted ${count} samples, ${warmup} of them warm-up`,
      );
    };
  }

  /** A run with all that reports and comparisons print of it. */
  shown(): ShownRun {
    const [run, data] = [this.run(), this.data()];
    requireShowable(run, data, { run: this.subject(RUN_FILE), data: this.subject(DATA_FILE) });
    const trials = this.trials();
    return { run, data, trials, samples: this.samplesOf(trials) };
  }

  logNames(): readonly string[] {
    return this.names.filter(isLogName);
  }

  /** `language` is that of rows which name none, whatever the sidecar and the folder say. */
  log(name: string, language: string | null = null): NamedLog {
    const { path, names } = this;
    return readLog({ path, name, names }, this.#read, language);
  }

  logs(language: string | null = null): NamedLog[] {
    return this.logNames().map((name) => this.log(name, language));
  }
}

/** Little-endian u64 below 2^53, 104 days: what a number of JSON holds exactly. */
function holdsTimes(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += BYTES_PER_SAMPLE)
    if (bytes[at + 7] !== 0 || (bytes[at + 6] ?? 0) >= 0x20) return false;
  return true;
}

export interface ShownRun {
  readonly run: RunFile;
  readonly data: DataFile;
  readonly trials: readonly TrialFile[];
  readonly samples: (file: string) => Uint8Array;
}

function kindOf(names: readonly string[]): SourceKind {
  const hasPlan = names.includes(PLAN_FILE);
  const hasLogs = hasPlan || names.some(isLogName);
  if (names.includes(RUN_FILE)) return hasLogs ? 'both' : 'duplex';
  return hasPlan ? 'serializers' : hasLogs ? 'logs' : 'other';
}
