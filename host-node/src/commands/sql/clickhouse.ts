// The script that teaches a ClickHouse server the kernel: module, functions, what to know. It reads no file.

import { createHash } from 'node:crypto';

import { CLICKHOUSE_FUNCTIONS, type SqlFunction } from './clickhouse-functions.ts';

const MODULE = 'echometer';

/** A module of this name that is another version's is replaced: functions name the hash of theirs. */
const HEAD = `-- Echometer's kernel as functions of ClickHouse. Give this script to clickhouse-client --multiquery.
-- The server needs allow_experimental_webassembly_udf = 1 in its configuration (experimental there; engine wasmtime).
-- Every query that calls a function: SETTINGS webassembly_udf_max_fuel = 0 (the default ends long calls), and for groups of
-- millions of values webassembly_udf_max_memory: 4 times the bytes of a group for summaries and quantiles, 10 times for the rest.
-- A value that the kernel refuses (NaN, an empty group) gives NULL; where there is a field error, it has the code.
`;

function createFunction(one: SqlFunction, sha256: string): string {
  const given = one.arguments.map(([name, type]) => `${name} ${type}`).join(', ');
  const abi =
    one.isDirect === true
      ? 'ABI ROW_DIRECT'
      : `ABI BUFFERED_V1 SHA256_HASH '${sha256}' SETTINGS serialization_format = 'RowBinary'`;
  return (
    `-- ${one.name}: ${one.says}\n` +
    `CREATE OR REPLACE FUNCTION ${one.name} LANGUAGE WASM FROM '${MODULE}' :: '${one.export}'\n` +
    `  ARGUMENTS (${given})\n  RETURNS ${one.returns}\n  ${abi};\n`
  );
}

/** The statements in order; `wasm` is kernel.clickhouse.wasm. */
export function clickhouseScript(wasm: Uint8Array): string {
  const sha256 = createHash('sha256').update(wasm).digest('hex');
  const code = Buffer.from(wasm).toString('base64');
  const drop = CLICKHOUSE_FUNCTIONS.map(({ name }) => `DROP FUNCTION IF EXISTS ${name};`);
  return [
    HEAD,
    ...drop,
    `DELETE FROM system.webassembly_modules WHERE name = '${MODULE}';`,
    `INSERT INTO system.webassembly_modules (name, code) SELECT '${MODULE}', base64Decode('${code}');\n`,
    ...CLICKHOUSE_FUNCTIONS.map((one) => createFunction(one, sha256)),
  ].join('\n');
}
