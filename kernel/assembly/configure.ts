// The first call of every instance: rehearse every algorithm of the channel, then lay out what the plan asks for and seal it.
import { OK, SEALED } from './abi';
import { arenaSeal } from './arena';
import { prepare } from './flow/plan';
import { configured, sealSettings } from './flow/settings';
import { rehearsal } from './selfcheck/rehearsal';

/**
 * Reads the plan at PLAN, grows the memory once, lays it out and seals it. SEALED the second time; BAD_PLAN with
 * lastSubject(), or NO_MEMORY with bytesNeeded(), leave everything as it was. sessions = 0: scratch memory only.
 */
export function configure(): i32 {
  if (configured) return SEALED;
  rehearsal();
  const status = prepare();
  if (status != OK) return status;
  arenaSeal();
  sealSettings();
  return OK;
}
