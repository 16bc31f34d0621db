// Types of clickhouse.mjs for its test.
export function bringClickHouse(venv: string): Promise<void>;
