// `echometer sql clickhouse`: the script that gives a database the kernel's functions. It connects to nothing.

import { readFileSync } from 'node:fs';

import { requiredChoice } from '../command/argument.ts';
import { defineCommand } from '../command/definition.ts';
import { EXIT } from '../errors.ts';
import { builtFile } from '../kernel/load.ts';
import { clickhouseScript } from './sql/clickhouse.ts';

export const command = defineCommand({
  name: 'sql',
  description: `
    Prints the SQL script that puts the kernel into a ClickHouse server and creates its functions:
    echometer sql clickhouse > echometer.sql; clickhouse-client --multiquery < echometer.sql. The
    numbers are those of echometer analyze, bit for bit. docs/clickhouse.md shows the queries.`,
  arguments: { database: requiredChoice(['clickhouse']) },
  takes: 'the name of the database',
  options: {},
  run: () => ({
    stdout: clickhouseScript(readFileSync(builtFile('kernel.clickhouse.wasm'))),
    exit: EXIT.done,
  }),
});
