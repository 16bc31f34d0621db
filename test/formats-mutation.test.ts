// Damaged files of every format: no crash, no hang, no number that is not finite. MUTATIONS sets how many of each format; 60 by
// default, 2,000 with `MUTATIONS=2000 npx vitest run test/formats-mutation.test.ts`.
import process from 'node:process';
import { expect, it } from 'vitest';

import { FORMATS } from '../kernel/api/formats/registry.ts';
import { readDamaged } from './fixtures/format-mutations.ts';

const COUNT = Number(process.env['MUTATIONS'] ?? 60);
const PER_FORMAT_MS = 60_000 + 100 * COUNT;

it.each(FORMATS.map(({ id }) => id))(
  'a damaged file of %s is refused, or read with finite numbers',
  async (format) => {
    const outcomes = { refused: 0, problems: 0, read: 0 };
    for (let seed = 1; seed <= COUNT; seed++)
      try {
        outcomes[await readDamaged(format, seed)]++;
      } catch (error) {
        throw new Error(`${format}, seed ${seed}`, { cause: error });
      }
    // Damage that nothing notices would mean that nothing is checked.
    expect(outcomes.refused).toBeGreaterThan(0);
  },
  PER_FORMAT_MS,
);
