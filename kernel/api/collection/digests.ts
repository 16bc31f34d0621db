// SHA-256 of the raw facts of a run, which stand in its data.json: any changed fact is noticed, also one that no statistic
// is made of. It is no signature: who changes a fact and its digest with it is not noticed.

import type { Workspace } from '../facade/workspace.ts';
import { sha256 } from '../statistics/data.ts';
import type { Digests, TrialFile } from '../run/results.ts';
import type { OpenSource } from './open.ts';
import { RUN_FILE, TRIALS } from './source-names.ts';
import { trialFileName } from '../run/file-names.ts';

/** 64 hexadecimal digits. */
export type Sha256 = (bytes: Uint8Array) => string;

/** By the kernel: for hosts whose own SHA-256 makes them wait. */
export const kernelSha256 =
  (workspace: Workspace): Sha256 =>
  (bytes) =>
    Array.from(sha256(workspace, bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Of a run that is written to its end: its run.json is covered as it stands. */
export function digestsOf(source: OpenSource, trials: readonly TrialFile[], hash: Sha256): Digests {
  const text = (name: string): string => hash(withoutCarriageReturns(source.bytes(name)));
  const columnOf = source.samplesOf(trials);
  return {
    run: text(RUN_FILE),
    trials: trials.map((trial) => {
      const files = Object.values(trial.samples ?? {}).map(({ file }) => file);
      const parts = [
        text(TRIALS + trialFileName(trial.order)),
        ...files.map((file) => hash(columnOf(file))),
      ];
      return hash(new TextEncoder().encode(parts.join('\n')));
    }),
  };
}

/** The first file whose facts are others than those of `said`, or null. */
export function changedFile(said: Digests, found: Digests): string | null {
  if (said.run !== found.run) return RUN_FILE;
  const index = found.trials.findIndex((digest, at) => digest !== said.trials[at]);
  if (index >= 0) return `${TRIALS}${trialFileName(index + 1)} or its samples`;
  return said.trials.length === found.trials.length ? null : TRIALS;
}

/** Git and editors on Windows change line ends; the facts are the same. */
function withoutCarriageReturns(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(13)) return bytes;
  return new TextEncoder().encode(new TextDecoder().decode(bytes).replaceAll('\r\n', '\n'));
}
