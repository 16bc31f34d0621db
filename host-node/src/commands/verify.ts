import type { VerifyOptions } from '../options.ts';
import type { CommandResult } from './command.ts';
export function runVerify(_options: VerifyOptions): CommandResult { return { stdout: '', exit: 0 }; }
