// The commands of the serializer suite by name. Nothing else.
import type { SerializerOptions } from '../serializers/options.ts';
import { runAnalyze } from './analyze.ts';
import { runCheckRows } from './check-rows.ts';
import type { CommandResult, Surroundings } from '../command/command.ts';
import { runSerializerRun } from './run-serializers.ts';
import { runStats } from './stats.ts';

export async function runSerializerCommand(
  options: SerializerOptions,
  surroundings: Surroundings,
): Promise<CommandResult> {
  switch (options.command) {
    case 'run-serializers':
      return runSerializerRun(options, surroundings);
    case 'check-rows':
      return runCheckRows(options);
    case 'analyze':
      return runAnalyze(options, surroundings);
    case 'stats':
      return runStats(options);
  }
}
