// Why a worker failed, in words. It ends nothing.

/** A script that does not load gives an event without any message: a thrown error has one. */
export function workerFault(event: Event, whose: string): string {
  event.preventDefault();
  return event instanceof ErrorEvent && event.message !== ''
    ? event.message
    : `${whose} did not load; is the server still there?`;
}
