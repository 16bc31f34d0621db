// report.md: a run's data as a page a person can read, with its method and its caveats. Pure text; no file access.

import { RESOLUTION_SUITE } from '../../../kernel/api/resolution.ts';
import type { DataFile, DataTrial, RunFile } from '../../../kernel/api/results.ts';
import { formatBytes, formatCount } from '../../../kernel/api/units.ts';
import { duplexTables } from '../../../viz/tables/duplex.ts';
import { marksSentence } from '../../../viz/tables/marks.ts';
import { resolutionSentence } from '../../../viz/tables/resolution.ts';
import { markdownTable } from '../../../viz/tables/table.ts';
import { cohortSection, samplingSection } from './cohort.ts';
import { methodSection } from './method.ts';
import { passageOf } from './passages.ts';

export function markdownReport(run: RunFile, data: DataFile): string {
  return [
    `# Duplex measurements: ${run.device.label}`,
    '',
    summary(run, data),
    '',
    `**${resolutionSentence(data)}**`,
    '',
    marksSentence(data),
    '',
    '## Test system',
    '',
    systemTable(run),
    '',
    ...duplexTables(data).flatMap((table) => [
      `## ${table.title}`,
      '',
      ...passageOf(table.title, data).flatMap((passage) => [passage, '']),
      markdownTable(table),
      '',
    ]),
    ...failures(data.trials),
    samplingSection(run),
    methodSection(run, data),
    cohortSection(run, data),
  ].join('\n');
}

function summary(run: RunFile, data: DataFile): string {
  const cohort = data.trials.filter((trial) => trial.suite !== RESOLUTION_SUITE);
  const planned = run.order.filter((trial) => trial.suite !== RESOLUTION_SUITE).length;
  const pairs = (run.order.length - planned) / 2;
  const also = pairs === 0 ? '' : ` (and ${pairs} A/A pairs)`;
  const ok = cohort.filter((trial) => trial.state === 'ok');
  const bytes = ok.reduce((sum, trial) => sum + trial.verified.bytes, 0);
  return (
    `Profile \`${run.profile}\`, ${run.startedAt} to ${run.finishedAt ?? 'not finished'}. ` +
    `${cohort.length} of ${planned} planned trials ran${also}, ${ok.length} are ok. ` +
    `In the ok trials ${formatBytes(bytes)} came back from the worker and every byte was compared ` +
    'with what had been sent.'
  );
}

function systemTable(run: RunFile): string {
  const worker =
    run.worker.kind === 'python'
      ? `${run.worker.implementation} ${run.worker.version} (${run.worker.build})`
      : run.worker.name;
  const rows: readonly (readonly [string, string])[] = [
    ['Processor', `${run.device.cpuModel}, ${run.device.cpuCount} logical CPUs`],
    ['Memory', formatBytes(run.device.memoryBytes)],
    ['System', `${run.device.platform} ${run.device.osRelease}, ${run.device.arch}`],
    ['Host', `Node ${run.host.version} (V8 ${run.host.v8}), lane ${run.lane}`],
    ['Worker', worker],
    ['Kernel', `${run.kernelId}, measuring part ${run.measureId}, ${simd(run)}`],
    [
      'Clock',
      `${run.clock.source}, smallest step ${run.clock.resolutionNs} ns, one read ${run.clock.readNs} ns`,
    ],
  ];
  return ['| | |', '| --- | --- |', ...rows.map(([name, value]) => `| ${name} | ${value} |`)].join(
    '\n',
  );
}

function simd(run: RunFile): string {
  return run.build.simd ? 'SIMD build' : 'scalar build';
}

function failures(trials: readonly DataTrial[]): string[] {
  const failed = trials.filter((trial) => trial.failure !== undefined);
  if (failed.length === 0) return [];
  const rows = failed.map((trial) => {
    const failure = trial.failure;
    return `| ${trial.order} | ${trial.suite} ${trial.case} | ${trial.trial} | ${failure?.code ?? ''} | ${(failure?.message ?? '').replaceAll('|', '\\|').replaceAll('\n', ' ')} |`;
  });
  return [
    '## Failed trials',
    '',
    `Count: ${formatCount(failed.length)}. They are in no table; their facts are in trials/.`,
    '',
    '| Order | Case | Trial | Code | What happened |',
    '| ---: | --- | ---: | --- | --- |',
    ...rows,
    '',
  ];
}
