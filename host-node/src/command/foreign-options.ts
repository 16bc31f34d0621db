// What a user may say of files of other tools that they do not say themselves. Shared by the commands that take such files.

import { choice, text } from './option.ts';

export const FOREIGN_OPTIONS = {
  format: text('ID', 'the format, where it cannot be told from the content'),
  column: text('NAME', 'of plain CSV or JSON: the column or key with the numbers'),
  unit: text('UNIT', 'the unit where nothing says it: ns, us, ms, s, B, op/s'),
  better: choice('WAY', 'lower or higher, where nothing says it', ['lower', 'higher']),
};
