// What a Chromium trace says of the page's main thread: its longest task between two marks. It knows nothing of the page.

/** `trace` is the JSON that Chromium writes; the marks are performance.mark names. */
export function longestTaskMs(trace, beginMark, endMark) {
  const { traceEvents } = JSON.parse(trace);
  const markAt = (name) => traceEvents.find((event) => event.name === name)?.ts;
  const [begin, end] = [markAt(beginMark), markAt(endMark)];
  if (begin === undefined || end === undefined) throw new Error('the trace lacks a mark');
  const marked = traceEvents.find((event) => event.name === beginMark);
  const tasks = traceEvents.filter(
    ({ name, pid, tid, ts, dur }) =>
      name.endsWith('RunTask') &&
      pid === marked.pid &&
      tid === marked.tid &&
      ts + (dur ?? 0) >= begin &&
      ts <= end,
  );
  if (tasks.length === 0) throw new Error('the trace has no task between the marks');
  return Math.max(...tasks.map(({ dur = 0 }) => dur)) / 1000;
}
