// A serializer run: for each language survey, cold suite, warm suite. It decides the order and the files, and prints nothing.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { DataType } from '../../../kernel/api/facade/catalog.ts';
import { fixtureText } from '../../../kernel/api/facade/generator.ts';
import type { LogSuite } from '../../../kernel/api/logs/stats-file.ts';
import type { Surroundings } from '../command/command.ts';
import type { Workspace } from '../../../kernel/api/facade/workspace.ts';
import { EchometerError } from '../../../kernel/api/facade/echometer-error.ts';
import { reasonOf } from '../errors.ts';
import type { LoadedKernel } from '../kernel/load.ts';
import { readMachine } from '../observe/readings.ts';
import type { MachineReading } from '../../../kernel/api/trial/readings.ts';
import { writeFileWhole } from '../results/write-file.ts';
import { makePart } from '../results/make-folder.ts';
import { hasMode, runCold } from './cold.ts';
import { configsText } from './configs.ts';
import { ANSWER_TIMEOUT_MS, rowsStart } from './driver.ts';
import type { Language } from './driver.ts';
import { LogWriter } from './log-writer.ts';
import { NOTHING_OWN } from './own.ts';
import { COLD_PROCESSES, REPETITIONS, wants, WARM_ROUNDS } from './plan.ts';
import type { Cell } from './cell.ts';
import type { SerializerPlan } from './plan.ts';
import type { RowReport } from './protocol.ts';
import { ProcessFailure, RowFailure, RowProcess } from './row-channel.ts';
import type { RowsStart } from './row-channel.ts';
import { surveyRows } from './survey.ts';
import type { Survey, SurveyParts } from './survey.ts';
import { runWarm } from './warm.ts';
import { continueWarm, curvesPath } from './warm-resume.ts';

export interface SerializerRun {
  readonly languages: readonly LanguageRun[];
}

export interface LanguageRun {
  readonly language: Language;
  /** Why nothing was measured; null when something was. */
  readonly missing: string | null;
  readonly reports: readonly RowReport[];
  /** Ids of every row of the language, asked for or not. */
  readonly known: readonly string[];
  readonly errors: number;
  readonly logs: readonly string[];
}

export interface SerializerParts {
  readonly plan: SerializerPlan;
  readonly kernel: LoadedKernel;
  /** The run's folder; logs go below its `logs/`. */
  readonly folder: string;
  /** `YYYY-MM-DD-HHMMSS`; the same for every log of a run, and kept when it is resumed. */
  readonly stamp: string;
  readonly surroundings: Surroundings;
}

export async function runSerializers(parts: SerializerParts): Promise<SerializerRun> {
  const workspace = parts.kernel.openWorkspace();
  const languages: LanguageRun[] = [];
  for (const language of parts.plan.languages)
    languages.push(await new LanguageSuite(parts, language, workspace).run());
  return { languages };
}

class LanguageSuite {
  readonly #parts: SerializerParts;
  readonly #language: Language;
  readonly #workspace: Workspace;
  readonly #folder: string;
  /** The processes that live: Ctrl-C ends them. */
  readonly #live = new Set<RowProcess>();

  constructor(parts: SerializerParts, language: Language, workspace: Workspace) {
    this.#parts = parts;
    this.#language = language;
    this.#workspace = workspace;
    this.#folder = join(parts.folder, 'logs', language);
  }

  async run(): Promise<LanguageRun> {
    const about = { language: this.#language, errors: 0, logs: [] };
    const { signal } = this.#parts.surroundings;
    const abort = (): void => {
      for (const rows of this.#live) rows.kill();
    };
    signal.addEventListener('abort', abort, { once: true });
    try {
      return await this.#measure();
    } catch (error) {
      if (signal.aborted) throw error;
      const missing = { ...about, missing: reasonOf(error), reports: [], known: [] };
      if (error instanceof LanguageMissing) return missing;
      // Its processes worked at first and cannot be started any more.
      if (error instanceof ProcessFailure) return { ...missing, errors: 1 };
      throw error;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  async #measure(): Promise<LanguageRun> {
    const { survey, start } = await this.#surveyed();
    const { reports, hello } = survey;
    const ready = reports.filter(({ state }) => state === 'ok');
    const known = hello.rows.map(({ id }) => id);
    const about = { language: this.#language, missing: null, reports, known };
    if (ready.length === 0) return { ...about, logs: [], errors: 0 };
    const cold = await this.#cold(start, ready, survey);
    const warm = await this.#warm(start, ready, survey);
    const logs = [cold, ...(warm === null ? [] : [warm])];
    return { ...about, logs, errors: logs.reduce((sum, log) => sum + errorLines(log), 0) };
  }

  /** When files of the user's cannot be loaded they are named, and the other rows are measured without them. */
  async #surveyed(): Promise<{ readonly survey: Survey; readonly start: () => RowProcess }> {
    const files = this.#ownFiles;
    const start = this.#starter(files);
    try {
      return { start, survey: await introduced(this.#surveyParts(start)) };
    } catch (error) {
      if (!(error instanceof LanguageMissing) || files.length === 0) throw error;
      const without = this.#starter([]);
      const survey = await introduced(this.#surveyParts(without));
      const broken = files.map((path) => brokenFile(basename(path), reasonOf(error)));
      return { start: without, survey: { ...survey, reports: [...survey.reports, ...broken] } };
    }
  }

  get #ownFiles(): readonly string[] {
    return this.#parts.plan.own?.rows[this.#language] ?? [];
  }

  #surveyParts(start: () => RowProcess): SurveyParts {
    const { plan, surroundings } = this.#parts;
    return {
      start,
      wants: (id) => wants(plan, id),
      // Sizes are those of the cold suite, which a resumed run may have already.
      cells: existsSync(configsPath(this.#coldPath)) ? [] : plan.cells,
      fixtureText: this.#fixtureText,
      signal: surroundings.signal,
    };
  }

  #program(files: readonly string[]): RowsStart {
    const { python, own = NOTHING_OWN } = this.#parts.plan;
    const language = this.#language;
    if (language !== 'command') return rowsStart(language, python, files);
    if (own.command === null) throw new Error('there is no --rows-command');
    return { command: own.command, folder: null };
  }

  /** The program is found once: a warm suite starts thousands of processes. */
  #starter(files: readonly string[]): () => RowProcess {
    const isAskedFor = this.#language === 'python' && this.#parts.plan.python !== null;
    const program = orMissing(() => this.#program(files), isAskedFor);
    return () => {
      const rows = new RowProcess(program, ANSWER_TIMEOUT_MS);
      this.#live.add(rows);
      void rows.gone.then(() => this.#live.delete(rows));
      return rows;
    };
  }

  get #coldPath(): string {
    return join(this.#folder, `${this.#parts.stamp}.csv`);
  }

  readonly #fixtureText = ({ type, instances, text }: Cell, first = 0): string =>
    text ?? fixtureText(this.#workspace, type as DataType, instances, this.#parts.plan.seed, first);

  async #cold(
    start: () => RowProcess,
    reports: readonly RowReport[],
    survey: Survey,
  ): Promise<string> {
    const { plan, surroundings } = this.#parts;
    makePart(this.#parts.folder, 'logs', this.#language);
    const path = this.#coldPath;
    // A resumed run has its cold suite whole or starts it again: its rows depend on what ran before them.
    if (existsSync(configsPath(path))) return path;
    const log = new LogWriter(path, false);
    const before = readMachine();
    await runCold({
      plan,
      language: this.#language,
      start,
      reports,
      sizes: survey.sizes,
      fixtureText: this.#fixtureText,
      workspace: this.#workspace,
      log,
      repetitions: REPETITIONS[plan.runMode],
      processes: COLD_PROCESSES[plan.runMode],
      signal: surroundings.signal,
      progress: (line) => {
        surroundings.progress(line);
      },
    });
    log.close();
    writeFileWhole(configsPath(path), this.#configs('cold', [before, readMachine()], survey));
    return path;
  }

  async #warm(
    start: () => RowProcess,
    reports: readonly RowReport[],
    survey: Survey,
  ): Promise<string | null> {
    const { plan, stamp, surroundings } = this.#parts;
    const rounds = WARM_ROUNDS[plan.runMode];
    if (rounds === 0) return null;
    const path = join(this.#folder, `${stamp}.warm.csv`);
    const { done, rows } = continueWarm(path);
    const log = new LogWriter(path, true, rows);
    writeFileWhole(configsPath(path), this.#configs('warm', [readMachine()], survey));
    await runWarm({
      plan,
      language: this.#language,
      start,
      reports: reports.filter((report) => hasMode(report, 'bytes')),
      fixtureText: this.#fixtureText,
      workspace: this.#workspace,
      log,
      rounds,
      done,
      keepCurve: (curve) => {
        appendFileSync(curvesPath(path), `${JSON.stringify(curve)}\n`);
      },
      signal: surroundings.signal,
      progress: (line) => {
        surroundings.progress(line);
      },
    });
    log.close();
    return path;
  }

  #configs(
    suite: LogSuite,
    machine: readonly MachineReading[],
    { hello, reports, edge }: Survey,
  ): string {
    const { plan, stamp, kernel } = this.#parts;
    const kernelId = kernel.identity.kernelId;
    const language = this.#language;
    return configsText({ stamp, language, suite, plan, hello, reports, edge, kernelId, machine });
  }
}

/** No process of this language answers here: a state of the language, not of a row and no fault of ours. */
class LanguageMissing extends Error {}

/** A Python that was asked for by name ends the run; a language that is not there is one that is missing. */
function orMissing<Result>(find: () => Result, isAskedFor: boolean): Result {
  try {
    return find();
  } catch (error) {
    const isTold = error instanceof EchometerError && error.code === 'INTERRUPTED';
    if (isAskedFor || isTold) throw error;
    throw new LanguageMissing(reasonOf(error), { cause: error });
  }
}

/** A file of the user's stands among the rows, with what it failed of. */
const brokenFile = (name: string, detail: string): RowReport => ({
  ...{ id: name, library: name, format: '', kind: 'binary', counterpart: null, own: true },
  ...{ state: 'broken', detail },
});

async function introduced(parts: SurveyParts): Promise<Survey> {
  try {
    return await surveyRows(parts);
  } catch (error) {
    if (!(error instanceof ProcessFailure || error instanceof RowFailure)) throw error;
    throw new LanguageMissing(reasonOf(error), { cause: error });
  }
}

const configsPath = (log: string): string => log.replace(/\.csv$/, '.configs.json');

const linesOf = (path: string): readonly string[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : [];

const errorLines = (log: string): number =>
  Math.max(0, linesOf(log.replace(/\.csv$/, '.errors.csv')).length - 1);
