// The trial host of a browser: a worker of its own for one trial, started and ended by the page. It takes one request,
// asks the page for workers of interpreters, answers with facts and samples. No page is drawn here.
import type { TrialParams } from '../../../kernel/api/run/cases.ts';
import { openChannel } from '../../../kernel/api/trial/channel-kernel.ts';
import { failureCode } from '../../../kernel/api/trial/failure.ts';
import { measureTrial } from '../../../kernel/api/trial/measure.ts';
import type { ChannelsOutcome } from '../../../kernel/api/trial/outcome.ts';
import { pumpChannels } from '../../../kernel/api/trial/pump-channels.ts';
import { unreadMachine, unreadProcess } from '../../../kernel/api/trial/readings.ts';
import type { ResourceReading } from '../../../kernel/api/trial/readings.ts';
import { Interpreters } from '../pyodide/interpreters.ts';
import { measureClock, nowNs, sinceStart } from './clock.ts';
import { after, browserInterpreters, takeNews, wakeAt } from './interpreter-threads.ts';
import type { HostReply, HostRequest, ThreadNews } from './messages.ts';

const PRIVATE = 'a page cannot read it';

function unread(workers: number): ResourceReading {
  return {
    host: unreadProcess(PRIVATE),
    workers: Array.from({ length: workers }, () => unreadProcess(PRIVATE)),
    machine: unreadMachine(PRIVATE),
  };
}

async function runChannels(
  request: HostRequest,
  interpreters: Interpreters,
  params: TrialParams,
): Promise<ChannelsOutcome> {
  const { module, timeoutMs } = request;
  const indexes = Array.from({ length: params.workers }, (_, index) => index);
  const workers = await Promise.all(indexes.map((index) => interpreters.openChannel(index)));
  const members = workers.map((worker, index) => ({
    lane: worker.lane,
    kernel: openChannel(module, params, index, worker.token, null),
    slots: null,
  }));
  const read = (): ResourceReading => unread(params.workers);
  const tick = (): void => undefined;
  const pumped = await pumpChannels(members, {
    ...{ params, timeoutMs, nowNs, wakeAt, read, tick },
    after: (delayNs, step) => {
      after(delayNs / 1e6, step);
    },
  });
  if (pumped.timedOut) for (const worker of workers) worker.kill();
  return {
    ends: pumped.ends,
    timedOut: pumped.timedOut,
    kernels: members.map(({ kernel }) => kernel),
    exits: await Promise.all(workers.map((worker) => worker.exit())),
    stderr: workers.map((worker) => worker.stderr()).join(''),
    broken: workers.map((worker) => worker.broken()).find((reason) => reason !== undefined),
    resources: { before: read(), open: pumped.open, after: read() },
  };
}

async function answer(request: HostRequest): Promise<HostReply> {
  const { trial, module, timeoutMs } = request;
  const interpreters = new Interpreters(browserInterpreters(request));
  try {
    if (trial === null)
      return { kind: 'python', facts: await interpreters.probe(), clock: measureClock() };
    const measured = await measureTrial(trial, {
      ...{ module, timeoutMs, nowNs, sinceStart },
      runChannels: (params) => runChannels(request, interpreters, params),
    });
    const starts = interpreters.starts();
    const facts = { ...measured.facts, ...(starts.length === 0 ? {} : { interpreters: starts }) };
    return { kind: 'trial', facts, samples: measured.samples, stderr: measured.stderr };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return {
      kind: 'failed',
      code: failureCode(error),
      message,
    };
  } finally {
    interpreters.close();
  }
}

addEventListener('message', ({ data }: MessageEvent<HostRequest | ThreadNews>) => {
  if ('kind' in data) takeNews(data);
  else
    void answer(data).then((reply) => {
      postMessage(reply);
    });
});
