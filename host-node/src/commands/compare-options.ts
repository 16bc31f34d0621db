// The options and the help of `echometer compare`.

import { badUsage, flag, oneOf, parse, text, word } from '../command/arguments.ts';
import { usageError } from '../errors.ts';

export interface CompareOptions {
  readonly command: 'compare';
  readonly base: readonly string[];
  readonly new: readonly string[];
  readonly thresholdPercent: number | null;
  readonly metric: string | null;
  readonly filter: string | null;
  readonly anyway: boolean;
  readonly differentMachines: boolean;
  readonly failOnWorse: boolean;
  readonly allowMissing: boolean;
  readonly json: boolean;
}

const COMPARE_HELP = `Usage: echometer compare BASE NEW [options]

Judges NEW against BASE, case by case: better, worse, same, or unsure with what would decide. Each
is a run's folder, an .echometer file, or a CSV log of serializers; of several runs a side,
separated by commas, the run is the unit. Markdown when piped, a table on a terminal.

  --threshold PERCENT   differences up to this count as none (default: what the runs resolve, 10 %
                        at most; 5 % for logs)
  --filter TEXT         only cases whose name holds this
  --metric TEXT         only statistics whose name holds this
  --machines different  the machines, or the lanes, are what is compared
  --anyway              compare what measured different things; the page says so
  --fail-on worse       exit 1 when a case is worse, is missing in NEW, or lost values there
  --allow-missing       with --fail-on: what is missing or lost is said and does not count
  --json                the comparison as JSON

Exit codes: 0 compared, 1 with --fail-on worse, 4 nothing could be compared.
`;

const OPTIONS = {
  threshold: text,
  filter: text,
  metric: text,
  machines: text,
  anyway: flag,
  'fail-on': text,
  'allow-missing': flag,
  json: flag,
  policy: text,
  help: { type: 'boolean', short: 'h' },
} as const;

export function parseCompare(
  argv: readonly string[],
): CompareOptions | { readonly command: 'help'; readonly text: string } {
  const { values, positionals } = parse('compare', argv, OPTIONS);
  if (values['help'] === true) return { command: 'help', text: COMPARE_HELP };
  if (values['policy'] !== undefined)
    throw badUsage(
      'compare',
      '--policy',
      'compare has no --policy any more: the median of each process is compared, which no outlier moves',
    );
  const [base, changed, ...more] = positionals;
  if (base === undefined || changed === undefined || more.length > 0)
    throw badUsage(
      'compare',
      positionals.join(' '),
      'compare takes BASE and NEW; several runs of a side with commas',
    );
  const failOn = word(values['fail-on']);
  if (failOn !== null) oneOf('--fail-on', failOn, ['worse']);
  const machines = word(values['machines']);
  if (machines !== null) oneOf('--machines', machines, ['different']);
  return {
    command: 'compare',
    base: sideOf(base),
    new: sideOf(changed),
    thresholdPercent: percent('--threshold', word(values['threshold'])),
    metric: word(values['metric']),
    filter: word(values['filter']),
    anyway: values['anyway'] === true,
    differentMachines: machines === 'different',
    failOnWorse: failOn === 'worse',
    allowMissing: values['allow-missing'] === true,
    json: values['json'] === true,
  };
}

const sideOf = (list: string): readonly string[] => list.split(',').filter((part) => part !== '');

function percent(name: string, value: string | null): number | null {
  if (value === null) return null;
  const number = Number(value);
  if (/^\d+(\.\d+)?$/.test(value) && number > 0 && number <= 1000) return number;
  throw usageError(
    'BAD_OPTION',
    name,
    `${name} cannot be "${value}"`,
    'give a number of per cent above 0, up to 1000',
  );
}
