// The calibration that a comparison uses: the file that the user names, or the one of this user's configuration.

import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import {
  appliedEffect,
  otherMachine,
  readCalibration,
} from '../../../kernel/api/compare/calibration.ts';
import type { Calibration } from '../../../kernel/api/compare/calibration.ts';
import type { MeasuredRun } from '../../../kernel/api/compare/measured.ts';
import type { Workspace } from '../../../kernel/api/facade/workspace.ts';
import type { RunEffect } from '../../../kernel/api/statistics/verdicts.ts';
import { systemCode, usageError } from '../errors.ts';

/** Everywhere the same place: XDG_CONFIG_HOME, else .config in the home folder. */
export function calibrationFile(): string {
  const configured = process.env['XDG_CONFIG_HOME'] ?? '';
  const folder = configured === '' ? join(homedir(), '.config') : configured;
  return join(folder, 'echometer', 'calibration.json');
}

export interface UsedCalibration {
  /** Null: the assumption stands. */
  readonly effect: RunEffect | null;
  /** What to say of it; empty when there is none. */
  readonly notes: readonly string[];
}

const NONE: UsedCalibration = { effect: null, notes: [] };

/** `asked`: a file, `none`, or null for what is found. A file that was asked for must fit; one that was found may not. */
export function calibrationFor(
  workspace: Workspace,
  asked: string | null,
  runs: readonly MeasuredRun[],
): UsedCalibration {
  const measured = runs.filter(({ cases }) => cases.some(({ unitWord }) => unitWord === 'trial'));
  if (asked === 'none' || measured.length === 0) return NONE;
  const path = asked ?? calibrationFile();
  if (asked === null && !existsSync(path)) return NONE;
  const found = readAt(workspace, path);
  const why =
    typeof found === 'string'
      ? `${path} is no calibration: ${found}`
      : differenceOf(path, found, measured);
  if (why === null && typeof found !== 'string')
    return { effect: appliedEffect(found), notes: [usedText(path, found)] };
  if (asked === null) return { effect: null, notes: [`Not used: ${why ?? path}.`] };
  throw usageError(
    'BAD_CALIBRATION',
    path,
    why ?? path,
    'calibrate this machine with echometer calibrate, or leave --calibration away',
  );
}

function differenceOf(
  path: string,
  { machine }: Calibration,
  runs: readonly MeasuredRun[],
): string | null {
  const [first] = runs.flatMap((run) => otherMachine(machine, run));
  return first === undefined ? null : `${path} is of another machine: ${first}`;
}

const usedText = (path: string, { createdAt }: Calibration): string =>
  `The calibration is ${path}, made ${createdAt.slice(0, 10)}.`;

function readAt(workspace: Workspace, path: string): Calibration | string {
  try {
    return readCalibration(workspace, readFileSync(path, 'utf8'));
  } catch (error) {
    const code = systemCode(error);
    if (code === null) throw error;
    return `it cannot be read (${code})`;
  }
}
