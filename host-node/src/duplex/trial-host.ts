// The trial host: a process of its own for one trial, started by the orchestrator. An entry point; it takes one
// request over IPC, answers with the facts and exits. When the orchestrator is gone it kills its workers and exits.

import { failedTrial } from '../../../kernel/api/trial/trial-file.ts';
import { failureCode } from '../../../kernel/api/trial/failure.ts';
import { reasonOf, refusedByMachine } from '../errors.ts';
import { withoutFolders } from '../results/redact.ts';
import { removeSocketFolder } from '../worker/socket-path.ts';
import type { TrialReply, TrialRequest } from './messages.ts';
import { runTrialHere } from './trial.ts';

const kills: (() => void)[] = [];
/** An argument and not part of the request: the orchestrator may be gone before it has sent one. */
const [, , socketFolder] = process.argv;
let answered = false;

function cleanUp(): void {
  for (const kill of kills) kill();
  if (socketFolder !== undefined) removeSocketFolder(socketFolder);
}

function leave(code: number): never {
  cleanUp();
  process.exit(code);
}

function reply(message: TrialReply): void {
  // A send after the orchestrator's death fails; `disconnect` deals with that.
  if (process.connected) process.send?.(message);
}

async function answer(request: TrialRequest): Promise<void> {
  const facts = await runTrialHere(request, {
    register: (pid, kill) => {
      kills.push(kill);
      reply({ kind: 'worker', pid });
    },
    tick: () => {
      reply({ kind: 'alive' });
    },
  }).catch((error: unknown) => {
    const named = refusedByMachine(error) ?? error;
    return failedTrial(request, {
      code: failureCode(named),
      message: withoutFolders(reasonOf(named)),
    });
  });
  answered = true;
  process.send?.({ kind: 'facts', facts } satisfies TrialReply, () => leave(0));
}

// Modules load over several turns of the event loop, and a 'disconnect' before this one was nobody's event.
if (!process.connected) leave(1);
process.once('message', (request: TrialRequest) => void answer(request));
process.once('disconnect', () => leave(answered ? 0 : 1));
process.once('SIGTERM', () => leave(143));
// Ctrl-C and a closed terminal reach the whole group; the orchestrator decides what they mean: it sends SIGTERM or ends.
process.on('SIGINT', () => undefined);
process.on('SIGHUP', () => undefined);
