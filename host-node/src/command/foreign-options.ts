// What a user may say of files of other tools that they do not say themselves. Shared by the commands that take such files.

import type { ReadOptions } from '../../../kernel/api/formats/format.ts';
import { flag, text } from './option.ts';
import type { OptionsOf } from './option.ts';

export const FOREIGN_OPTIONS = {
  format: text('NAME', 'the format of files of other tools, where their content does not tell it'),
  column: text('NAME', 'of plain CSV or JSON: the column or key with the numbers'),
  unit: text('UNIT', 'the unit where nothing says it: ns, us, ms, s, B, op/s'),
  lower: flag('lower is better, where nothing says it'),
  higher: flag('higher is better, where nothing says it'),
};

export const FOREIGN_CONFLICTS = [{ between: ['lower', 'higher'] }] as const;

export interface ForeignChoice extends ReadOptions {
  /** The id of a format, in place of recognition. */
  readonly format?: string | null;
}

type Said = OptionsOf<typeof FOREIGN_OPTIONS>;

export const choiceOf = ({ format, column, unit, lower, higher }: Said): ForeignChoice => ({
  ...{ format, column, unit },
  better: lower ? 'lower' : higher ? 'higher' : null,
});
