// The session machine as a table: state x event -> next state, or a verdict. Decides nothing else and touches no memory.
//
// Theory of operation. A session is PLANNED until its OPEN is queued, OPENING until the worker accepts, WARMING while
// warm-up frames travel, READY once they are verified and their last ack is accepted (the barrier waits for all), then
// MEASURING. Its END makes it ENDING, the worker's END makes it ENDED. CANCEL makes it CANCELED until the worker's END.
// A session fault from any state is FAULTED, which drops what still arrives. Every event from outside is looked up
// here first, so a kind that is not allowed now never reaches the code that would act on it.
//
//               ACCEPT     DATA       CREDIT     PEER_END   ERROR      FINISH     CANCEL
// PLANNED       SESSION    SESSION    SESSION    SESSION    SESSION    -          ENDED
// OPENING       WARMING    ORDER      ORDER      ORDER      FAULTED    -          CANCELED
// WARMING       ORDER      same       same       ORDER      FAULTED    READY      CANCELED
// READY         ORDER      same       same       ORDER      FAULTED    MEASURING  CANCELED
// MEASURING     ORDER      same       same       ORDER      FAULTED    ENDING     CANCELED
// ENDING        ORDER      same       same       ENDED      FAULTED    -          CANCELED
// CANCELED      same       DROP       DROP       ENDED      FAULTED    -          same
// ENDED         ORDER      AFTER_END  same       AFTER_END  FAULTED    -          same
// FAULTED       DROP       DROP       DROP       DROP       DROP       -          same
//
// FINISH is the machine's own step to the next phase. A session that never opened has nothing to cancel.

export const EVENT_ACCEPT: u32 = 0;
export const EVENT_DATA: u32 = 1;
export const EVENT_CREDIT: u32 = 2;
export const EVENT_END: u32 = 3;
export const EVENT_ERROR: u32 = 4;
export const EVENT_FINISH: u32 = 5;
export const EVENT_CANCEL: u32 = 6;
const EVENTS: u32 = 7;

// Verdicts: above every state.
export const VERDICT_SESSION: u32 = 240;
export const VERDICT_ORDER: u32 = 241;
export const VERDICT_DROP: u32 = 242;
export const VERDICT_AFTER_END: u32 = 243;
export const VERDICT_NONE: u32 = 244;
export const FIRST_VERDICT: u32 = 240;

// prettier-ignore
const TABLE: usize = memory.data<u8>([
  240, 240, 240, 240, 240, 244, 7,
  2,   241, 241, 241, 8,   244, 6,
  241, 2,   2,   241, 8,   3,   6,
  241, 3,   3,   241, 8,   4,   6,
  241, 4,   4,   241, 8,   5,   6,
  241, 5,   5,   7,   8,   244, 6,
  6,   242, 242, 7,   8,   244, 6,
  241, 243, 7,   243, 8,   244, 7,
  242, 242, 242, 242, 242, 244, 8,
]);

/** The next state, or a verdict (>= FIRST_VERDICT). */
export function nextState(state: u32, event: u32): u32 {
  return load<u8>(TABLE + usize(state * EVENTS + event));
}
