// The warm protocol against rows whose times are known: no process, no clock. It asks for batches and gets what the model says.
import { describe, expect, test } from 'vitest';

import { batches, once, timedCodec } from '../../viz/rows/timed.ts';
import type { BatchRequest, PhaseTimes } from '../../viz/rows/timed.ts';
import { WARM_PLAN, warmSeries } from '../../viz/rows/warm-protocol.ts';
import { plainCodec } from '../../viz/rows/row.ts';
import { workspace } from '../fixtures/log-groups.ts';

const MS = 1e6;

/** A row whose call takes `nsAt(calls so far)`; small steps around it, the same every time. */
function modelRow(nsAt: (calls: number) => number) {
  const requests: BatchRequest[] = [];
  let calls = 0;
  const ask = (request: BatchRequest): Promise<readonly PhaseTimes[]> => {
    requests.push(request);
    const found: PhaseTimes[] = [];
    let spentNs = 0;
    while (
      found.length < request.count &&
      (found.length < request.least || spentNs < request.budgetNs)
    ) {
      const ns = nsAt(calls) * (1 + ((found.length * 7) % 5) / 1000);
      calls += request.calls;
      spentNs += ns * request.calls;
      found.push([0, ns / 2, ns / 2, 0]);
    }
    return Promise.resolve(found);
  };
  return { requests, ask };
}

const measured = (nsAt: (calls: number) => number, firstNs = nsAt(0)) => {
  const row = modelRow(nsAt);
  return warmSeries(row.ask, firstNs, WARM_PLAN, workspace).then((series) => ({
    ...series,
    requests: row.requests,
  }));
};

describe('a warm series', () => {
  test('of a flat row warms up for the least time and fills a millisecond a sample', async () => {
    const { steady, callsPerSample, samplesNs, requests } = await measured(() => 2000);
    expect([steady, callsPerSample > 490, samplesNs.length]).toEqual([true, true, 40]);
    const warmUp = requests.slice(0, -1);
    expect(warmUp.every(({ collect }) => !collect)).toBe(true);
    expect(requests.at(-1)).toMatchObject({ collect: true, count: 40, least: 5 });
    // 5 ms a window; 300 ms in all.
    expect([warmUp.length > 58, warmUp.length < 65]).toEqual([true, true]);
  });

  test('follows a row that gets faster, and waits until it is', async () => {
    const slowCalls = 30_000;
    const { steady, callsPerSample, warmupNs } = await measured(
      (calls) => (calls < slowCalls ? 7000 : 2500),
      7_000_000,
    );
    expect([steady, callsPerSample > 390]).toEqual([true, true]);
    expect(warmupNs.reduce((sum, ns) => sum + ns, 0)).toBeGreaterThan(0);
    expect(warmupNs.at(-1)).toBeLessThan(2600);
  });

  test('of a row that never settles ends at the cap and is not steady', async () => {
    const { steady, requests } = await measured((calls) =>
      Math.floor(calls / 5000) % 2 === 0 ? 2000 : 2400,
    );
    expect(steady).toBe(false);
    expect(requests.length).toBeGreaterThan(200);
  });

  test('whose samples change is not steady', async () => {
    const row = modelRow(() => 2000);
    let isMeasuring = false;
    const series = await warmSeries(
      async (request) => {
        isMeasuring ||= request.collect;
        const found = await row.ask(request);
        return isMeasuring
          ? found.map((times, index): PhaseTimes => (index < 20 ? times : [0, 1200, 1200, 0]))
          : found;
      },
      2000,
      WARM_PLAN,
      workspace,
    );
    expect(series.steady).toBe(false);
  });

  test('of a slow row has a call a batch and as many samples as there must be', async () => {
    const { steady, callsPerSample, warmupNs, samplesNs } = await measured(() => 90 * MS);
    expect([steady, callsPerSample, warmupNs.length, samplesNs.length]).toEqual([true, 1, 5, 5]);
  });
});

describe('a call', () => {
  const json = plainCodec(
    (value) => Buffer.from(JSON.stringify(value)),
    (bytes) => JSON.parse(Buffer.from(bytes).toString()) as unknown,
  );
  let at = 0;
  const clock = { read: () => (at += 10), nsBetween: (from: number, to: number) => to - from };
  const request = { calls: 3, count: 4, least: 2, budgetNs: 1e9, collect: true };

  test('has four phases, a size and a verdict', async () => {
    expect(await once(timedCodec(json, true), { a: 1 }, clock)).toEqual({
      phasesNs: [10, 10, 10, 10],
      size: 7,
      fidelity: 'exact',
    });
  });

  test('in batches is the mean of each phase, after a collection for each batch', async () => {
    let collections = 0;
    const collect = (): void => {
      collections += 1;
    };
    const found = await batches(
      timedCodec(json, true),
      [{ a: 1 }, { a: 2 }],
      request,
      clock,
      collect,
    );
    expect([found.length, collections]).toEqual([4, 4]);
    expect(found[0]).toEqual([10 / 3, 10 / 3, 10 / 3, 10 / 3]);
  });

  test('that loses a value is an error, alone and in a batch', async () => {
    const losing = timedCodec({ ...json, toDomain: () => null }, true);
    await expect(once(losing, { a: 1 }, clock)).rejects.toThrow(/lossy/);
    await expect(batches(losing, [{ a: 1 }], request, clock, () => undefined)).rejects.toThrow(
      /lossy/,
    );
  });
});
