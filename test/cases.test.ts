// The table of cases that somebody met names tests that are there.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const text = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Case, file and title of each row; `|` may stand in a code span of the second column. */
const rows = [
  ...text('cases.md').matchAll(/^\| ([\w-]+) \| .* \| ([\w/-]+\.test\.ts): (.*) \|$/gm),
];

describe('the table of cases', () => {
  it('has a row for every line', () => {
    const lines = text('cases.md')
      .split('\n')
      .filter((line) => line.startsWith('| '));
    expect(rows.length).toBe(lines.length - 1);
    expect(rows.length).toBeGreaterThan(30);
  });

  it.each(rows.map(([, name = '', file = '', title = '']) => ({ name, file, title })))(
    '$name is a test of $file',
    ({ file, title }) => {
      const found = text(file)
        .split('\n')
        .filter((line) => isTitle(line, title));
      expect(found).toHaveLength(1);
    },
  );
});

/** In the quotes of a title, which are escaped differently. */
function isTitle(line: string, title: string): boolean {
  const quoted = [`'${title.replaceAll("'", "\\'")}'`, `"${title}"`, `\`${title}\``];
  return (
    /\b(?:it|test|describe)\b|^\s*(?:'|\]?\)\()/.test(line) &&
    quoted.some((one) => line.includes(one))
  );
}
