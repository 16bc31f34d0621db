// The study's tables as Markdown. It computes nothing.
import { isMet } from './characteristics.mjs';

const number = (value) => value.toFixed(value >= 99.95 || value < 0.05 ? 0 : 1);

function table(titles, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const rule = titles.map((_, i) => (i === 0 ? '---' : '---:'));
  return [line(titles), `|${rule.join('|')}|`, ...rows.map(line)].join('\n');
}

export function characteristicsTable(lines) {
  return table(
    ['what', 'promised, %', 'measured, %', 'met'],
    lines.map((line) => [
      line.text,
      line.least === undefined ? `at most ${line.most}` : `at least ${line.least}`,
      number(line.measured),
      isMet(line) ? 'yes' : '**no**',
    ]),
  );
}

/** Rows `{ title, n, any, beyond, same, found }`. */
export function shapesTable(rows, unit, effects) {
  const names = effects.map((factor) =>
    factor < 2 ? `+${Math.round(100 * (factor - 1))} %` : `x${factor}`,
  );
  return table(
    ['shape', unit, 'false, any threshold', 'false at 5 %', 'same at 10 %', ...names],
    rows.map(({ title, n, any, beyond, same, found }) => [
      title,
      String(n),
      ...[any, beyond, same, ...found].map(number),
    ]),
  );
}

/** Replaces what stands between the marks of this name. */
export function withSection(text, name, section) {
  const [from, to] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [start, end] = [text.indexOf(from), text.indexOf(to)];
  if (start < 0 || end < start) throw new Error(`no section ${name}`);
  return `${text.slice(0, start + from.length)}\n\n${section}\n\n${text.slice(end)}`;
}
