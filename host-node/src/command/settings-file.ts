// echometer.config.json of the caller's folder: options by command, which the command line overrules. It reads one file.
import { readFileSync } from 'node:fs';

import { reasonOf, systemCode, usageError } from '../errors.ts';

export const SETTINGS_FILE = 'echometer.config.json';

/** Values of options by their name: as they stand behind `--name`; a list gives an option several times, true a flag. */
export type Settings = ReadonlyMap<string, readonly string[]>;

/** Those of one command; none where there is no file. */
export function readSettings(command: string): Settings {
  const text = textOfFile();
  if (text === null) return new Map();
  const file = parsed(text);
  const options = file[command] ?? {};
  if (!isObject(options))
    throw badSettings(`${SETTINGS_FILE}: ${command}`, `${command} must hold options by name`);
  return new Map(
    Object.entries(options).flatMap(([name, value]) => {
      const values = valuesOf(command, name, value);
      return values.length === 0 ? [] : [[name, values] as const];
    }),
  );
}

function textOfFile(): string | null {
  try {
    return readFileSync(SETTINGS_FILE, 'utf8');
  } catch (error) {
    // No file, or no folder any more to have one in.
    if (systemCode(error) === 'ENOENT') return null;
    throw badSettings(SETTINGS_FILE, `cannot be read (${reasonOf(error)})`);
  }
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    throw badSettings(SETTINGS_FILE, `is not JSON (${reasonOf(error)})`);
  }
  if (isObject(file) && file['schemaVersion'] === 1) return file;
  throw badSettings(`${SETTINGS_FILE}: schemaVersion`, 'has no schemaVersion 1');
}

function valuesOf(command: string, name: string, value: unknown): readonly string[] {
  if (value === false) return [];
  if (value === true) return [''];
  const values = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  if (values.every((one) => typeof one === 'number' || (typeof one === 'string' && one !== '')))
    return values.map(String);
  throw badSettings(
    `${SETTINGS_FILE}: ${command}.${name}`,
    `${command}.${name} must be a text, a number, true, or a list of texts`,
  );
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const badSettings = (subject: string, what: string): Error =>
  usageError(
    'BAD_CONFIG',
    subject,
    `${SETTINGS_FILE}: ${what}`,
    'echometer init writes one that is right',
  );
