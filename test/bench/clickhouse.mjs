// npm run bench:clickhouse [-- --rows 20000000 --groups 1000 --rounds 5]: the kernel's summaries inside ClickHouse (chdb) against its
// own exact quantiles, in turn in one server, with one thread and with two. Ratios below 1 are faster than ClickHouse's.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { clickhouseScript } from '../../dist/host-node/src/commands/sql/clickhouse.js';
import { bringClickHouse } from '../engines/clickhouse.mjs';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '20000000' },
    groups: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '5' },
  },
});
const root = fileURLToPath(new URL('../..', import.meta.url));
const venv = join(root, 'build/engines/chdb');
if (!existsSync(join(venv, 'lib'))) {
  mkdirSync(join(root, 'build/engines'), { recursive: true });
  await bringClickHouse(venv);
}
const folder = mkdtempSync(join(tmpdir(), 'em-clickhouse-'));
try {
  const script = join(folder, 'echometer.sql');
  const wasm = readFileSync(join(root, 'build/kernel.clickhouse.wasm'));
  writeFileSync(script, clickhouseScript(wasm));
  const program = join(root, 'test/clickhouse/bench.py');
  const sizes = [values.rows, values.groups, values.rounds];
  console.log(`load ${loadavg()[0].toFixed(2)}`);
  const { status } = spawnSync(
    join(venv, 'bin/python'),
    [program, script, join(folder, 'db'), ...sizes],
    { stdio: 'inherit' },
  );
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
