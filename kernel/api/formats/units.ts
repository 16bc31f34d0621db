// How tools write units, and the one way a Collection writes them.

const TIMES: Readonly<Record<string, string>> = {
  ns: 'ns',
  us: 'us',
  µs: 'us',
  μs: 'us',
  ms: 'ms',
  s: 's',
  sec: 's',
};

/** `ns/op`, `µs`, `ns/iter`: the time of one call, or null when it is no time. */
export function timeUnitOf(unit: string): string | null {
  const [, time = '', per = ''] = /^([^/]+)(\/(?:op|iter))?$/.exec(unit.trim()) ?? [];
  return per === '' && time === '' ? null : (TIMES[time] ?? null);
}

export interface Measure {
  readonly metric: string;
  readonly unit: string | null;
  readonly better: 'lower' | 'higher' | null;
}

/** What a unit says of a value: times and bytes cost, rates earn; anything else says nothing. */
export function measureOf(unit: string): Measure {
  const time = timeUnitOf(unit);
  if (time !== null) return { metric: 'time', unit: time, better: 'lower' };
  if (/^(?:ops?|iter|calls|req(?:uest)?s?)\/s(?:ec)?$/i.test(unit))
    return { metric: 'throughput', unit: 'op/s', better: 'higher' };
  if (/^(?:[KMG]i?)?(?:B|bit|b)(?:ytes)?\/s(?:ec)?$/.test(unit))
    return { metric: 'throughput', unit, better: 'higher' };
  if (/^(?:[KMG]i?)?(?:B|bytes)(?:\/op)?$/i.test(unit))
    return {
      metric: 'memory',
      unit: /^(?:B|bytes)(?:\/op)?$/i.test(unit) ? 'B' : unit,
      better: 'lower',
    };
  return { metric: 'value', unit: unit === '' ? null : unit, better: null };
}
