// Logs of several sources side by side. Two runs may hold logs of one name: then each is called by its source, too.

import type { NamedLog } from './log-set.ts';

export interface LogSource {
  /** A path, or the name of a packed run. */
  readonly name: string;
  readonly logs: readonly NamedLog[];
}

/** As they are where no name stands twice. */
export function toldApart(sources: readonly LogSource[]): readonly NamedLog[] {
  const names = sources.flatMap(({ logs }) => logs.map(({ log }) => log.file));
  if (new Set(names).size === names.length) return sources.flatMap(({ logs }) => logs);
  const shown = shownNames(sources);
  return sources.flatMap(({ logs }, index) =>
    logs.map((named) => calledBy(shown[index] ?? '', named)),
  );
}

const calledBy = (source: string, named: NamedLog): NamedLog => {
  const { log } = named;
  const called = (file: string): string => `${source}: ${file}`;
  const problems = log.problems.map((one) => ({ ...one, file: called(one.file) }));
  return { ...named, log: { ...log, file: called(log.file), problems } };
};

/** Labels where each source has one of its own; else the ends of the paths where those differ; else the paths, counted. */
function shownNames(sources: readonly LogSource[]): readonly string[] {
  const labels = sources.map(({ logs }) => logs[0]?.sidecar?.label ?? '');
  if (!labels.includes('') && areDistinct(labels)) return labels;
  const paths = sources.map(({ name }) => name.split(/[/\\]/).filter((part) => part !== ''));
  const ends = paths.map((parts) => parts.at(-1) ?? '');
  if (areDistinct(ends)) return ends;
  const whole = paths.map((parts) => parts.join('/'));
  return areDistinct(whole) ? whole : whole.map((name, index) => `${name} (${index + 1})`);
}

const areDistinct = (texts: readonly string[]): boolean => new Set(texts).size === texts.length;
