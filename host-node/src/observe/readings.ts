// Reads a process and the machine on this platform: the choice of the reader; the reading itself is linux.ts and macos.ts.

import { unreadProcess } from '../../../kernel/api/trial/readings.ts';
import type {
  MachineReading,
  PlatformReader,
  ProcessReading,
} from '../../../kernel/api/trial/readings.ts';
import { LINUX } from './linux.ts';
import { MACOS } from './macos.ts';

const READER: PlatformReader = process.platform === 'linux' ? LINUX : MACOS;

const UNKNOWN_PROCESS = unreadProcess('the process had ended or could not be read');

export function readProcess(pid: number): ProcessReading {
  try {
    return READER.readProcess(pid);
  } catch {
    return UNKNOWN_PROCESS;
  }
}

export function readMachine(): MachineReading {
  return READER.readMachine();
}
