// What goes beyond the published cases, by --only: the open loop, many sessions, the edges of payload sizes, slots in both
// directions, piggybacked acks, and the lanes with what each of them may call unsupported.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

import { parseCases, selectCases, trialParams } from '../kernel/api/run/cases.ts';
import type {
  DataCase,
  DataFile,
  DataTrial,
  RunFile,
  TrialFile,
} from '../kernel/api/run/results.ts';
import { UNSUPPORTED, unsupportedOn } from '../kernel/api/trial/unsupported.ts';
import type { LaneName } from '../kernel/api/trial/unsupported.ts';
import { chooseLane } from '../host-node/src/lane/choice.ts';
import { PROCESS_LANES } from '../host-node/src/lane/lanes.ts';
import { loadLibC } from '../host-node/src/lane/libc.ts';
import { runCli, temporaryFolder } from './fixtures/cli.ts';
import type { CliOutcome } from './fixtures/cli.ts';
import { statesOf } from './fixtures/states.ts';

const list = parseCases(
  readFileSync(new URL('../kernel/api/run/cases.json', import.meta.url), 'utf8'),
);

interface Run {
  readonly folder: string;
  readonly outcome: CliOutcome;
  readonly data: DataFile;
}

async function run(only: string, ...more: string[]): Promise<Run> {
  const folder = join(temporaryFolder(), 'run');
  const outcome = await runCli([
    ...['run', 'duplex', '--profile', 'smoke', '--only', only, '--out', folder, ...more],
  ]);
  const data = JSON.parse(readFileSync(join(folder, 'data.json'), 'utf8')) as DataFile;
  return { folder, outcome, data };
}

function trialOf(data: DataFile, name: string): DataTrial {
  const found = data.trials.find((trial) => trial.case === name);
  if (found === undefined) throw new Error(`no trial of ${name}`);
  return found;
}

describe('variants', () => {
  const names = [
    ...['64B/piggyback', 'edge/0B', 'edge/1B', 'edge/65535B', 'edge/65537B', 'edge/16MiB'],
    ...['1MiB/16/4/duplex', '256/1', 'idle/1', 'idle/16', 'idle/256', 'openloop/64B/1000'],
  ];
  let all: Run;
  beforeAll(async () => {
    all = await run(names.join());
  });

  it('are all ok, with every byte verified', () => {
    expect(all.outcome).toMatchObject({ exit: 0 });
    expect(statesOf(all.data.trials)).toEqual(names.map(() => 'ok'));
    for (const { params, verified } of all.data.trials) {
      const frames = params.frames * params.sessions;
      expect(verified).toEqual({ frames, bytes: frames * params.payloadBytes, mismatches: 0 });
    }
  });

  it('a piggybacked ack has no full cycle, and says why', () => {
    const { stats } = trialOf(all.data, '64B/piggyback');
    expect(stats?.fullCycleNs).toBeNull();
    expect(stats?.fullCycleNsReason).toContain('no write of its own');
    expect(stats?.receiptNs?.p50).toBeGreaterThan(0);
  });

  it('an open loop times frames from when they were due', () => {
    const { stats, params } = trialOf(all.data, '64B/1000');
    expect(params.intervalNs).toBe(1_000_000);
    // 1,000 frames at 1 ms: the last is due 999 ms after the first, however fast the echo.
    expect(stats?.elapsedNs).toBeGreaterThanOrEqual(999_000_000);
  });

  it('threads of host and worker are the same with 1, 16 and 256 sessions', () => {
    const cases = all.data.cases.filter((entry: DataCase) => entry.suite === 'idle');
    const counts = cases.map((entry) =>
      (['hostThreads', 'workerThreads'] as const).map((name) => {
        const of = entry.stats[name];
        return [of?.before?.median, of?.open?.median];
      }),
    );
    expect(counts).toHaveLength(3);
    expect(counts[1]).toEqual(counts[0]);
    expect(counts[2]).toEqual(counts[0]);
    expect(counts[0]?.[1]).toEqual([1, 1]);
    for (const [before, open] of counts[0] ?? []) expect(open).toBe(before);
  });

  it('payloads in slots both ways are mapped where koffi is, and copied where it is not', () => {
    const { order } = trialOf(all.data, '1MiB/16/4/duplex');
    const name = `${String(order).padStart(4, '0')}.json`;
    const trial = JSON.parse(readFileSync(join(all.folder, 'trials', name), 'utf8')) as TrialFile;
    expect(trial.params.storage).toBe('managedDuplex');
    expect(trial.slotAccess).toBe(loadLibC() === null ? 'copied' : 'mapped');
  });
});

describe('a lane', () => {
  it('auto is the socket lane and says what it saw', () => {
    expect(chooseLane('auto')).toMatchObject({ lane: 'socket' });
    expect(chooseLane('auto').reason).toContain('every machine has the socket lane');
  });

  it('may call unsupported exactly what is listed', () => {
    const unsupported = (lane: LaneName): Record<string, string> =>
      Object.fromEntries(
        list.cases.flatMap((entry) => {
          const code = unsupportedOn(lane, entry.suite, trialParams(entry, 'full', lane));
          return code === null ? [] : [[`${entry.suite} ${entry.case}`, code]];
        }),
      );
    for (const lane of PROCESS_LANES) expect(unsupported(lane)).toEqual({});
    const pyodide = unsupported('pyodide');
    const connected = unsupported('connected');
    for (const some of [pyodide, connected])
      expect(Object.keys(some).filter((name) => !/^(managed|idle) /.test(name))).toEqual([]);
    const codes = [pyodide, connected].flatMap((some) => Object.values(some));
    expect([...new Set(codes)].sort()).toEqual(Object.keys(UNSUPPORTED).sort());
    expect(unsupported('pyodide-messages')).toEqual(pyodide);
  });

  it.runIf(loadLibC() !== null).each(['blocking', 'tcp', 'stdio'])(
    '%s measures several frames, workers, pauses, due times, slots and large payloads',
    async (lane) => {
      const only =
        '64B,16KiB/64/16,256KiB/16/4/duplex,concurrency/4/4,paused/64KiB,idle/4,openloop/64B/1000,bulk/1MiB/16/4';
      const { outcome, data, folder } = await run(only, '--lane', lane);
      expect(statesOf(data.trials)).toEqual(data.trials.map(() => 'ok'));
      expect(data.trials).toHaveLength(8);
      expect(outcome).toMatchObject({ exit: 0 });
      const text = readFileSync(join(folder, 'run.json'), 'utf8');
      expect((JSON.parse(text) as RunFile).lane).toBe(lane);
      expect(await runCli(['verify', folder])).toMatchObject({ exit: 0 });
    },
  );

  it('without koffi: blocking exits 3 by name, slots are copied, and auto says so', async () => {
    const hidden = {
      // Quoted: the path of the checkout may have a space.
      NODE_OPTIONS: `--require ${JSON.stringify(join(import.meta.dirname, 'fixtures/without-koffi.cjs'))}`,
    };
    const blocking = await runCli(['run', 'duplex', '--lane', 'blocking'], hidden);
    expect(blocking.exit).toBe(3);
    expect(blocking.stderr).toContain('[NO_KOFFI]');
    const folder = join(temporaryFolder(), 'run');
    const only = '256KiB/16/4/duplex,managed/1MiB/16/4';
    const args = ['run', 'duplex', '--profile', 'smoke', '--only', only, '--out', folder];
    expect(await runCli(args, hidden)).toMatchObject({ exit: 0 });
    for (const name of ['0001.json', '0002.json']) {
      const text = readFileSync(join(folder, 'trials', name), 'utf8');
      expect(JSON.parse(text)).toMatchObject({ state: 'ok', slotAccess: 'copied' });
    }
    const text = readFileSync(join(folder, 'run.json'), 'utf8');
    expect((JSON.parse(text) as RunFile).laneReason).toMatch(
      /every machine has the socket lane; all writes are made by Node's stream/,
    );
  });

  it('selects without measuring: every case is in the list once', () => {
    const names = list.cases.map((entry) => `${entry.suite}/${entry.case}`);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(selectCases(list, name).length).toBeGreaterThanOrEqual(1);
  });
});
