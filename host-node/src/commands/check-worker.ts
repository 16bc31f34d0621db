// `echometer check-worker`: a worker of your own against docs/protocol.md. It prints nothing itself.
import { required } from '../command/argument.ts';
import type { CommandResult } from '../command/command.ts';
import { defineCommand } from '../command/definition.ts';
import { flag, listOf, seconds, withDefault } from '../command/option.ts';
import type { OptionsOf } from '../command/option.ts';
import { CHECKS } from '../conformance/checks.ts';
import type { Broken, Check } from '../conformance/checks.ts';
import { CHECKED_LANES } from '../conformance/running.ts';
import type { CheckedLane, Trial } from '../conformance/running.ts';
import { EXIT } from '../errors.ts';
import { commandWords, requireProgram } from '../worker/program.ts';

const OPTIONS = {
  lane: listOf('LIST', 'socket (the default), tcp, stdio: each is checked', CHECKED_LANES),
  timeout: withDefault(seconds('seconds of silence after which a worker has stalled'), 10),
  json: flag('a list of {lane, check, part, state, rule, what}'),
};

interface CheckOptions extends OptionsOf<typeof OPTIONS> {
  readonly worker: string;
}

export const command = defineCommand({
  name: 'check-worker',
  description: `
    Drives a worker through the conformance test of docs/protocol.md: first what a run needs of it
    (echoes, credit, many sessions), then whether it names what a host breaks. Each rule that it
    breaks is named. Nothing is measured and nothing written. Exit code 1 when a rule is broken.`,
  arguments: { worker: required('CMD') },
  takes: 'the command of one worker, in quotes',
  options: OPTIONS,
  run: checkWorker,
});

interface Outcome {
  readonly lane: CheckedLane;
  readonly check: string;
  readonly part: Check['part'];
  readonly state: 'ok' | 'broken' | 'not tried';
  readonly rule?: string;
  readonly what?: string;
}

async function checkWorker({ worker, lane, timeout, json }: CheckOptions): Promise<CommandResult> {
  const words = commandWords(worker, 'CMD');
  requireProgram(words[0] ?? '');
  const lanes = lane.length === 0 ? (['socket'] as const) : lane;
  const outcomes: Outcome[] = [];
  for (const one of lanes)
    outcomes.push(...(await outcomesOf({ command: words, lane: one, silenceMs: timeout * 1000 })));
  const isKept = outcomes.every(({ state }) => state === 'ok');
  return {
    stdout: json ? `${JSON.stringify(outcomes, null, 2)}\n` : outcomesText(outcomes),
    exit: isKept ? EXIT.done : EXIT.failed,
  };
}

/** A worker that fails the simplest check fails the others for the same reason, a time-out later each. */
async function outcomesOf(trial: Trial): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  let isHopeless = false;
  for (const [index, { says, part, run }] of CHECKS.entries()) {
    const about = { lane: trial.lane, check: says, part };
    const broken: Broken | null = isHopeless ? null : await run(trial);
    if (isHopeless) outcomes.push({ ...about, state: 'not tried' });
    else if (broken === null) outcomes.push({ ...about, state: 'ok' });
    else outcomes.push({ ...about, state: 'broken', ...broken });
    isHopeless ||= index === 0 && broken !== null;
  }
  return outcomes;
}

function outcomesText(outcomes: readonly Outcome[]): string {
  const lanes = [...new Set(outcomes.map(({ lane }) => lane))];
  return lanes
    .map((lane) =>
      laneText(
        lane,
        outcomes.filter((one) => one.lane === lane),
      ),
    )
    .join('\n');
}

function laneText(lane: CheckedLane, outcomes: readonly Outcome[]): string {
  const lines = outcomes
    .filter(({ state }) => state !== 'not tried')
    .map(({ state, check, rule, what }) =>
      state === 'ok' ? `ok      ${check}` : `broken  ${check}: ${rule ?? ''}, ${what ?? ''}`,
    );
  const skipped = outcomes.length - lines.length;
  const rest = skipped === 0 ? [] : [`        ${skipped} further checks were not tried`];
  return `lane ${lane}\n${[...lines, ...rest].join('\n')}\n${verdictOf(lane, outcomes)}\n`;
}

function verdictOf(lane: CheckedLane, outcomes: readonly Outcome[]): string {
  const keeps = (part: Check['part']): boolean =>
    outcomes.every((one) => one.part !== part || one.state === 'ok');
  if (!keeps('measured')) return `It cannot be measured on lane ${lane} until these rules hold.`;
  if (!keeps('conforming'))
    return 'It can be measured; it does not conform: a fault of a host would not be named.';
  return `It conforms. Measure it: echometer run --lane ${lane} --worker CMD`;
}
