// A serializer run: for each language probe, cold suite, warm suite; then the analysis of its logs. It decides the order and the files, and prints nothing.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { fixtureText } from '../../../kernel/api/facade/generator.ts';
import { logStatistics } from '../../../kernel/api/logs/statistics.ts';
import type { LogStatistics } from '../../../kernel/api/logs/statistics.ts';
import type { LogSuite } from '../../../kernel/api/logs/stats-file.ts';
import type { Surroundings } from '../command/command.ts';
import { reasonOf } from '../errors.ts';
import type { LoadedKernel } from '../kernel/load.ts';
import { readMachine } from '../observe/readings.ts';
import type { MachineReading } from '../../../kernel/api/trial/readings.ts';
import { writeFileWhole } from '../results/write-file.ts';
import { makeFolder } from '../results/make-folder.ts';
import { hasMode, runCold } from './cold.ts';
import { configsText } from './configs.ts';
import { ProcessFailure, RestartableRows, RowFailure, startRows } from './driver.ts';
import type { Language, RowProcess } from './driver.ts';
import { LogWriter } from './log-writer.ts';
import { REPETITIONS, wants, WARM_ROUNDS } from './plan.ts';
import type { SerializerPlan } from './plan.ts';
import type { EdgeAnswer, Hello, RowReport } from './protocol.ts';
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

type Configs = (suite: LogSuite, machine: readonly MachineReading[]) => string;

const SCRATCH_BYTES = 4 << 20;

export async function runSerializers(parts: SerializerParts): Promise<SerializerRun> {
  const instance = parts.kernel.instantiate();
  instance.openScratch(SCRATCH_BYTES);
  const tools = { raw: instance.raw, statistics: logStatistics(instance.raw) };
  const languages: LanguageRun[] = [];
  for (const language of parts.plan.languages)
    languages.push(await new LanguageSuite(parts, language, tools).run());
  return { languages };
}

interface Tools {
  readonly raw: Parameters<typeof fixtureText>[0];
  readonly statistics: LogStatistics;
}

class LanguageSuite {
  readonly #parts: SerializerParts;
  readonly #language: Language;
  readonly #tools: Tools;
  readonly #folder: string;

  constructor(parts: SerializerParts, language: Language, tools: Tools) {
    this.#parts = parts;
    this.#language = language;
    this.#tools = tools;
    this.#folder = join(parts.folder, 'logs', language);
  }

  async run(): Promise<LanguageRun> {
    const about = { language: this.#language, errors: 0, logs: [] };
    try {
      return await this.#measure();
    } catch (error) {
      if (this.#parts.surroundings.signal.aborted || !(error instanceof LanguageMissing))
        throw error;
      return { ...about, missing: reasonOf(error), reports: [], known: [] };
    }
  }

  async #measure(): Promise<LanguageRun> {
    const { plan } = this.#parts;
    const rows = started(() => startRows(this.#language, plan.python));
    const abort = (): void => {
      rows.kill();
    };
    this.#parts.surroundings.signal.addEventListener('abort', abort, { once: true });
    try {
      const { hello, found } = await introduced(rows);
      const reports = found.filter(({ id }) => wants(plan, id));
      const ready = reports.filter(({ state }) => state === 'ok');
      const edge = await edgeResults(rows, ready, this.#parts.surroundings.signal);
      const known = found.map(({ id }) => id);
      const about = { language: this.#language, missing: null, reports, known };
      if (ready.length === 0) return { ...about, logs: [], errors: 0 };
      const configs = (suite: LogSuite, machine: readonly MachineReading[]): string =>
        this.#configs(suite, machine, hello, reports, edge);
      const cold = await this.#cold(rows, ready, configs);
      const warm = await this.#warm(ready, configs);
      const logs = [cold, ...(warm === null ? [] : [warm])];
      return { ...about, logs, errors: logs.reduce((sum, log) => sum + errorLines(log), 0) };
    } finally {
      this.#parts.surroundings.signal.removeEventListener('abort', abort);
      await rows.close();
    }
  }

  async #cold(
    rows: RestartableRows,
    reports: readonly RowReport[],
    configs: Configs,
  ): Promise<string> {
    const { plan, stamp, surroundings } = this.#parts;
    makeFolder(this.#folder);
    const path = join(this.#folder, `${stamp}.csv`);
    // A resumed run has its cold suite whole or starts it again: its rows depend on what ran before them.
    if (existsSync(path.replace(/\.csv$/, '.configs.json'))) return path;
    const log = new LogWriter(path, false);
    const before = readMachine();
    await runCold({
      plan,
      language: this.#language,
      rows,
      reports,
      fixtureText: ({ type, instances }) =>
        fixtureText(this.#tools.raw, type, instances, plan.seed),
      statistics: this.#tools.statistics,
      log,
      repetitions: REPETITIONS[plan.runMode],
      signal: surroundings.signal,
      progress: (line) => {
        surroundings.progress(line);
      },
    });
    log.close();
    writeFileWhole(
      path.replace(/\.csv$/, '.configs.json'),
      configs('cold', [before, readMachine()]),
    );
    return path;
  }

  async #warm(reports: readonly RowReport[], configs: Configs): Promise<string | null> {
    const { plan, stamp, surroundings } = this.#parts;
    const rounds = WARM_ROUNDS[plan.runMode];
    if (rounds === 0) return null;
    const path = join(this.#folder, `${stamp}.warm.csv`);
    const { done, rows } = continueWarm(path);
    const log = new LogWriter(path, true, rows);
    writeFileWhole(path.replace(/\.csv$/, '.configs.json'), configs('warm', [readMachine()]));
    await runWarm({
      plan,
      language: this.#language,
      start: () => startRows(this.#language, plan.python),
      reports: reports.filter((report) => hasMode(report, 'bytes')),
      fixtureText: ({ type, instances }, first) =>
        fixtureText(this.#tools.raw, type, instances, plan.seed, first),
      statistics: this.#tools.statistics,
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
    hello: Hello,
    reports: readonly RowReport[],
    edge: ReadonlyMap<string, EdgeAnswer['results']>,
  ): string {
    const { plan, stamp, kernel } = this.#parts;
    const kernelId = kernel.identity.kernelId;
    return configsText({
      stamp,
      language: this.#language,
      suite,
      plan,
      hello,
      reports,
      edge,
      kernelId,
      machine,
    });
  }
}

/** No process of this language answers here: a state of the language, not of a row and no fault of ours. */
class LanguageMissing extends Error {}

/** Starting throws where the program of a language has yet to be built and cannot be. */
function started(start: () => RowProcess): RestartableRows {
  try {
    return new RestartableRows(start);
  } catch (error) {
    throw new LanguageMissing(reasonOf(error), { cause: error });
  }
}

async function introduced(
  rows: RestartableRows,
): Promise<{ readonly hello: Hello; readonly found: readonly RowReport[] }> {
  try {
    const hello = await rows.ask({ op: 'hello' });
    return { hello, found: (await rows.ask({ op: 'probe' })).rows };
  } catch (error) {
    if (!(error instanceof ProcessFailure || error instanceof RowFailure)) throw error;
    throw new LanguageMissing(reasonOf(error), { cause: error });
  }
}

async function edgeResults(
  rows: RestartableRows,
  reports: readonly RowReport[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, EdgeAnswer['results']>> {
  const found = new Map<string, EdgeAnswer['results']>();
  for (const { id, ranked } of reports) {
    if (ranked === false) continue;
    try {
      found.set(id, (await rows.ask({ op: 'edge', row: id })).results);
    } catch (error) {
      signal.throwIfAborted();
      // No edge result is a gap in the sidecar, not a reason to lose the run.
      if (error instanceof ProcessFailure) await rows.restart();
      else if (!(error instanceof RowFailure)) throw error;
    }
  }
  return found;
}

const linesOf = (path: string): readonly string[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : [];

const errorLines = (log: string): number =>
  Math.max(0, linesOf(log.replace(/\.csv$/, '.errors.csv')).length - 1);
