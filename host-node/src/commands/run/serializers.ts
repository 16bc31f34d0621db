// A run of the serializers: its folder from first to last file, then the tables. It prints nothing itself.
import { existsSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { checkOwn, NOTHING_OWN, readOwn } from '../../serializers/own.ts';
import type { OwnFiles } from '../../serializers/own.ts';
import { PLAN_FILE } from '../../../../kernel/api/collection/source-names.ts';
import { DEFAULT_LOG_OPTIONS } from '../../../../viz/report/log-sections.ts';
import { EXIT, interruptedRun, usageError } from '../../errors.ts';
import { loadKernel } from '../../kernel/load.ts';
import { lockFolder } from '../../results/lock.ts';
import { openFolder } from '../../results/source.ts';
import { RunStore } from '../../results/store.ts';
import { writeFileWhole } from '../../results/write-file.ts';
import { analyzeFiles, statsText, writeAnalysis } from '../../serializers/analyze.ts';
import { planFile, planOf } from '../../serializers/plan-file.ts';
import type { RunTimes } from '../../serializers/plan-file.ts';
import type { SerializerPlan } from '../../serializers/plan.ts';
import { runSerializers } from '../../serializers/suite.ts';
import type { LanguageRun } from '../../serializers/suite.ts';
import { summaryText } from '../../serializers/summary-text.ts';
import { makePart } from '../../results/make-folder.ts';
import { resolvePython } from '../../worker/command.ts';
import type { CommandResult, Surroundings } from '../../command/command.ts';
import { shownPath } from '../shown-path.ts';

export interface SerializerRun {
  readonly plan: SerializerPlan;
  readonly own: OwnFiles;
  readonly out: string | null;
  readonly resume: string | null;
  readonly json: boolean;
}

interface Started {
  readonly folder: string;
  readonly stamp: string;
  readonly plan: SerializerPlan;
  readonly times: RunTimes;
  /** Made by this run: nothing else is in it. */
  readonly isOnlyOurs: boolean;
}

export async function runSerializerRun(
  { resume, out, plan, own: files, json }: SerializerRun,
  surroundings: Surroundings,
): Promise<CommandResult> {
  // Before a folder is made: one that was asked for by name and does not run ends the run here.
  if (plan.python !== null) resolvePython(plan.python);
  const own = await readOwn(files);
  const cells = [...plan.cells, ...own.cells];
  const started =
    resume === null ? startNew({ ...plan, cells, own }, out) : resumeIn(resume, plan.python, own);
  return runStarted(started, json, surroundings);
}

/** Into the folder of a duplex run, new there or interrupted. */
export async function runSerializersIn(
  folder: string,
  plan: SerializerPlan,
  json: boolean,
  surroundings: Surroundings,
): Promise<CommandResult> {
  const started = existsSync(join(folder, PLAN_FILE))
    ? resumeIn(folder, plan.python)
    : startIn(folder, plan);
  return runStarted(started, json, surroundings);
}

async function runStarted(
  started: Started,
  json: boolean,
  surroundings: Surroundings,
): Promise<CommandResult> {
  try {
    return await finish(started, json, surroundings);
  } catch (error) {
    throw surroundings.signal.aborted ? interruptedRun(started.folder) : error;
  }
}

async function finish(
  { folder, stamp, plan, times, isOnlyOurs }: Started,
  json: boolean,
  surroundings: Surroundings,
): Promise<CommandResult> {
  const kernel = loadKernel();
  const writePlan = (now: RunTimes): void => {
    writeFileWhole(join(folder, PLAN_FILE), planFile(plan, stamp, kernel, now));
  };
  writeFileWhole(join(folder, 'kernel.wasm'), kernel.bytes);
  writePlan(times);
  const run = await runSerializers({ plan, kernel, folder, stamp, surroundings });
  surroundings.signal.throwIfAborted();
  writePlan({ ...times, finishedAt: new Date().toISOString() });
  const files = openFolder(folder).source.logs();
  if (files.length === 0) {
    if (isOnlyOurs) emptied(folder);
    const result = nothing(run.languages, plan);
    surroundings.progress(
      'echometer: no row was measured; echometer doctor says what is there [NOTHING_MEASURED]',
    );
    return result;
  }
  const analysis = analyzeFiles(kernel, files, DEFAULT_LOG_OPTIONS);
  writeAnalysis(folder, analysis);
  const stdout = json
    ? statsText(analysis.stats)
    : summaryText(run.languages, plan, analysis, shownPath(folder));
  return { stdout, exit: exitOf(run.languages, plan) };
}

/** A library that is missing or broken is the state of a row; a row that failed while it was measured is a failure. */
function exitOf(languages: readonly LanguageRun[], plan: SerializerPlan): number {
  if (languages.some(({ errors }) => errors > 0)) return EXIT.failed;
  // A row of the user's was asked for by its file.
  const isOwnBroken = languages.some(({ reports }) =>
    reports.some(({ own, state }) => own === true && state !== 'ok'),
  );
  if (isOwnBroken) return EXIT.failed;
  const isOneMissing = languages.some(({ missing }) => missing !== null);
  return isOneMissing && plan.needsLanguages === true ? EXIT.missing : EXIT.done;
}

/** A folder without a measurement would refuse the next try: what this run wrote into it goes. */
function emptied(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
}

function nothing(languages: readonly LanguageRun[], plan: SerializerPlan): CommandResult {
  const known = languages.flatMap((run) => run.known);
  if (known.length > 0 && languages.every(({ reports }) => reports.length === 0))
    throw usageError(
      'NO_SUCH_ROW',
      plan.serializers.join(','),
      `no row's name contains ${plan.serializers.map((part) => `"${part}"`).join(' or ')}`,
      `choose from ${[...new Set(known)].join(', ')}`,
    );
  const why = languages.map(
    ({ language, missing, reports }) => `${language}: ${missing ?? statesOf(reports)}`,
  );
  return { stdout: `Nothing was measured. ${why.join('; ')}\n`, exit: EXIT.missing };
}

const statesOf = (reports: LanguageRun['reports']): string =>
  reports.map(({ id, state, detail }) => `${id} ${state} (${detail ?? ''})`).join(', ') || 'no row';

function startNew(plan: SerializerPlan, out: string | null): Started {
  const now = new Date().toISOString();
  return { ...startIn(RunStore.create(out, now).folder, plan, now), isOnlyOurs: true };
}

const startIn = (
  folder: string,
  plan: SerializerPlan,
  now = new Date().toISOString(),
): Started => ({
  folder,
  stamp: stampOf(now),
  plan,
  times: { startedAt: now, finishedAt: null, resumedAt: [] },
  isOnlyOurs: false,
});

/** `2026-11-30T12:30:00.000Z` -> `2026-11-30-123000`, the reference's file name. */
const stampOf = (iso: string): string =>
  `${iso.slice(0, 10)}-${iso.slice(11, 19).replaceAll(':', '')}`;

function resumeIn(folder: string, python: string | null, own = NOTHING_OWN): Started {
  const path = join(folder, PLAN_FILE);
  if (!existsSync(path))
    throw usageError(
      'NOT_A_RUN',
      folder,
      `${folder} holds no ${PLAN_FILE}: not a serializer run`,
      'name the folder of a run that was interrupted',
    );
  lockFolder(folder);
  makePart(folder, 'logs');
  dropUnfinishedCold(join(folder, 'logs'));
  const { stamp, plan, times, stored } = planOf(readFileSync(path, 'utf8'), path, own);
  checkOwn(stored, own.facts, folder);
  const resumedAt = [...times.resumedAt, new Date().toISOString()];
  // Which interpreter it was is not stored: no path is.
  return {
    folder,
    stamp,
    plan: { ...plan, python },
    times: { ...times, resumedAt },
    isOnlyOurs: false,
  };
}

/** A cold suite that was cut has no sidecar yet; its rows stay under another name and it starts again. */
function dropUnfinishedCold(logs: string): void {
  for (const name of readdirSync(logs, { recursive: true, encoding: 'utf8' })) {
    const isCold = name.endsWith('.csv') && !/\.(errors|warm)\.csv$/.test(name);
    const path = join(logs, name);
    if (!isCold || existsSync(path.replace(/\.csv$/, '.configs.json'))) continue;
    renameSync(path, `${path}.interrupted`);
  }
}
