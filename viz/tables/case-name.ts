// The name of a case as tables write it.

import type { SeriesKey } from '../../kernel/api/collection/collection.ts';

/** `name a=1 b=2`. */
export const caseName = ({ name, params }: Pick<SeriesKey, 'name' | 'params'>): string =>
  [name, ...Object.entries(params).map(([key, value]) => `${key}=${value}`)].join(' ');
