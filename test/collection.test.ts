// What every reader promises about its Collection, on one made by hand.
import { describe, expect, it } from 'vitest';
import {
  type Collection,
  collectionJson,
  keyText,
  measuredOf,
  type Series,
} from '../kernel/api/collection/collection.ts';

const series: Series = {
  key: { name: 'a', params: { threads: '2' }, metric: 'time' },
  unit: 'ns',
  better: 'lower',
  levels: [
    { name: 'process', word: 'fork', count: 2, unitOf: Uint32Array.of(0, 0, 1, 1) },
    { name: 'iteration', word: 'iteration', count: 2, unitOf: null },
  ],
  data: { kind: 'samples', values: Float64Array.of(9, 1, 8, 2) },
  order: 'time',
  warmUp: Uint8Array.of(1, 0, 1, 0),
  losses: [],
};

describe('a collection', () => {
  it('gives measured values without the warm-ups, each with its units', () => {
    expect(measuredOf(series)).toEqual({
      values: Float64Array.of(1, 2),
      unitsOf: [Uint32Array.of(0, 1), null],
    });
    expect(measuredOf({ ...series, warmUp: null })?.values).toHaveLength(4);
    const data = { kind: 'aggregates', n: null, statistics: [] } as const;
    expect(measuredOf({ ...series, data })).toBeNull();
  });

  it('is the same after JSON, but for typed arrays', () => {
    const source = {
      format: 'x',
      tool: 'x',
      version: null,
      files: [],
      machine: null,
      startedAt: null,
    };
    const collection: Collection = { source, series: [series], problems: [] };
    const read = JSON.parse(JSON.stringify(collectionJson(collection))) as Collection;
    expect(read.series[0]?.data).toEqual({ kind: 'samples', values: [9, 1, 8, 2] });
    expect(read.series[0]?.levels[0]?.unitOf).toEqual([0, 0, 1, 1]);
    expect(read.series[0]?.key.params).toEqual({ threads: '2' });
  });

  it('has one key text for equal keys, whatever the order of their parameters', () => {
    const key = { name: 'a', metric: 'time' };
    const first = keyText({ ...key, params: { x: '1', y: '2' } });
    expect(keyText({ ...key, params: { y: '2', x: '1' } })).toBe(first);
    expect(keyText({ ...key, params: { x: '1', y: '3' } })).not.toBe(first);
    expect(keyText({ ...key, name: 'a,b', params: {} })).not.toBe(
      keyText({ name: 'a', metric: 'b', params: {} }),
    );
  });
});
