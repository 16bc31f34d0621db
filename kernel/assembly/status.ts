// The subject of the last refusal: which argument (or plan offset) a negative Status is about. Holds no codes.

let subjectOfLast: i32 = -1;

/** Remembers what the status is about and returns the status. -1 names no argument. */
export function refuse(status: i32, subject: i32): i32 {
  subjectOfLast = subject;
  return status;
}

/** The subject of the last negative Status: an argument's index, or a plan field's offset. */
export function lastSubject(): i32 {
  return subjectOfLast;
}
