// What files lost and what was passed over in them, as lines of a list.

import {
  LOSS_CODES,
  PROBLEM_CODES,
  type LossCode,
  type Note,
  type ProblemCode,
} from '../../kernel/api/collection/collection.ts';
import { numberText } from '../text/numbers.ts';

/** Each loss once, with how many of the cases have it. */
export function lossItems(series: readonly { readonly losses: readonly string[] }[]): string[] {
  const codes = [...new Set(series.flatMap(({ losses }) => losses))];
  return codes.map((code) => {
    const count = series.filter(({ losses }) => losses.includes(code)).length;
    const where = count === series.length ? 'all cases' : `${count} of ${series.length} cases`;
    return `${code} (${where}): ${LOSS_CODES[code as LossCode]}`;
  });
}

/** Each problem with its count and the place of its first. */
export function problemItems(problems: readonly Note<ProblemCode>[]): string[] {
  return problems.map(({ code, subject, count, file, line }) => {
    const place = file === null ? '' : ` (first: ${file}${line === null ? '' : `:${line}`})`;
    const what = subject === '' ? '' : `${subject}, `;
    const times = numberText(count, { decimals: 0 });
    return `${code}: ${what}${times} times: ${PROBLEM_CODES[code]}${place}`;
  });
}
