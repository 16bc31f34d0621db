// The process in which hostile cases are met: one case a message, its outcome back. It may crash or hang; hostile.mjs watches.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createRandom } from '../random.mjs';
import { judged } from './judge.mjs';
import { KINDS } from './kinds.mjs';

const home = mkdtempSync(join(tmpdir(), 'echometer-fuzz-'));
process.on('exit', () => rmSync(home, { recursive: true, force: true }));
process.on('disconnect', () => process.exit());
// An error that nobody waits for ends a command of a user, too.
process.on('unhandledRejection', (error) => {
  process.send({ found: `unhandled: ${error?.stack ?? error}`, args: [], exit: null });
});

async function meet({ kind, seed }) {
  const sandbox = join(home, 'sandbox');
  rmSync(sandbox, { recursive: true, force: true });
  for (const part of ['out', 'tmp']) mkdirSync(join(sandbox, part), { recursive: true });
  process.env['TMPDIR'] = join(sandbox, 'tmp');
  const one = await KINDS[kind](createRandom(seed), sandbox);
  const { outcome, found } = await judged(sandbox, one);
  return {
    found,
    exit: outcome.exit,
    code: /\[([A-Z][A-Z0-9_]*)\]\n$/.exec(outcome.stderr)?.[1] ?? '',
    args: one.args,
  };
}

process.on('message', (message) => {
  meet(message).then(
    (answer) => process.send(answer),
    (error) => process.send({ found: `thrown: ${error.stack}`, args: [], exit: null }),
  );
});
