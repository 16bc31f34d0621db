// What must hold after any command with hostile input: a value or an error with a code of ours, nothing that a terminal obeys,
// and no file but those in the output's folder.
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const EXITS = [0, 1, 2, 3, 4];
// eslint-disable-next-line no-control-regex -- they are what is looked for
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
/** The machine is shared; this process's own CPU time is what counts. */
const MOST_CPU_MS = 30_000;
const MOST_BYTES = 1_500_000_000;

/** Null, or what is wrong. */
export function complaint({ exit, stdout, stderr }) {
  if (!EXITS.includes(exit)) return `exit ${exit}: ${stderr.slice(-600)}`;
  if (stderr.includes('[BUG]')) return `a bug of ours: ${stderr.slice(-600)}`;
  if (exit > 1 && !/\[[A-Z][A-Z0-9_]*\]\n$/.test(stderr))
    return `exit ${exit} without a code: ${stderr.slice(-300)}`;
  const obeyed = OBEYED.exec(stdout + stderr);
  if (obeyed !== null) return `prints ${JSON.stringify(obeyed[0])}, which terminals obey`;
  return null;
}

/** Every file of a folder but those of the output, with what a change of it changes. */
export function listing(folder, output) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name !== output && !name.startsWith(`${output}/`))
    .map((name) => {
      const { size, mtimeMs, mode } = lstatSync(join(folder, name));
      return lstatSync(join(folder, name)).isDirectory()
        ? name
        : `${name} ${size} ${mtimeMs} ${mode}`;
    })
    .sort()
    .join('\n');
}

/** Runs one case and answers what is wrong, or null. */
export async function judged(sandbox, one) {
  const before = listing(sandbox, 'out');
  const cpu = process.cpuUsage();
  const outcome = await one.run();
  const { user, system } = process.cpuUsage(cpu);
  const ms = (user + system) / 1000;
  const found = complaint(outcome) ?? one.check?.(outcome) ?? null;
  if (found !== null) return { outcome, found };
  if (ms > MOST_CPU_MS) return { outcome, found: `took ${Math.round(ms / 1000)} s of CPU` };
  const bytes = process.memoryUsage().rss;
  if (bytes > MOST_BYTES) return { outcome, found: `${Math.round(bytes / 1e6)} MB resident` };
  const after = listing(sandbox, 'out');
  if (before !== after)
    return { outcome, found: `a file outside the output: ${newLine(before, after)}` };
  return { outcome, found: null };
}

const newLine = (before, after) =>
  after.split('\n').find((line) => !before.split('\n').includes(line)) ?? 'one is gone';
