// `echometer run` without a choice: the duplex suites, then the serializers, in one folder. It prints nothing itself.
import { join } from 'node:path';

import { EXIT } from '../../errors.ts';
import { openFolder } from '../../results/source.ts';
import { newRunName } from '../../results/store.ts';
import { wholePlan } from '../../serializers/plan.ts';
import { resolvePython } from '../../worker/command.ts';
import type { CommandResult, Surroundings } from '../../command/command.ts';
import { runDuplex } from './duplex.ts';
import type { RunOptions } from './options.ts';
import { runSerializersIn } from './serializers.ts';

export async function runAll(
  options: RunOptions,
  isPlanned: boolean,
  surroundings: Surroundings,
): Promise<CommandResult> {
  // A Python that was asked for by name and does not run must not cost the duplex suites their time first.
  if (options.python !== null) resolvePython(options.python);
  const out = options.out ?? join('results', newRunName(new Date().toISOString()));
  const folder = options.resume ?? out;
  const duplex = await runDuplex(
    options.resume === null ? { ...options, out } : options,
    isPlanned,
    surroundings,
  );
  // Of a run that was interrupted, the profile is in its folder.
  const { profile, only } = openFolder(folder).source.run();
  if (only !== null) return duplex;
  const plan = wholePlan(profile, options.python, options.label);
  const serializers = await runSerializersIn(folder, plan, options.json, surroundings);
  return {
    stdout: options.json ? jsonOf(duplex, serializers) : `${duplex.stdout}\n${serializers.stdout}`,
    // The first of them that has something to say.
    exit: duplex.exit === 0 ? serializers.exit : duplex.exit,
  };
}

/** One value on stdout, not two. */
function jsonOf(duplex: CommandResult, serializers: CommandResult): string {
  const data: unknown = JSON.parse(duplex.stdout);
  // Without a single row there are no statistics; the exit code says so.
  const stats: unknown = serializers.exit === EXIT.missing ? null : JSON.parse(serializers.stdout);
  return `${JSON.stringify({ data, stats }, null, 2)}\n`;
}
