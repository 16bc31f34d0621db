// What the regression gate found, in words.

import type { Gate } from '../../kernel/api/logs/baseline.ts';
import { alarmOf } from '../../kernel/api/logs/version-compare.ts';
import { numberText } from '../text/numbers.ts';
import type { Section } from './page.ts';

export function gateSection(gates: readonly Gate[], path: string, limitPercent: number): Section {
  const others = gates.filter(({ verdict }) => verdict !== 'ok');
  const ratios = gates.flatMap(({ ratio }) => ratio ?? []);
  const alarm = alarmOf(
    ratios.map((ratio) => ({ deltaPercent: (ratio - 1) * 100 })),
    'than the baseline',
  );
  return {
    id: 'gate',
    title: `Against ${path}`,
    paragraphs: [
      `slower: median and low end of the interval are both more than ${limitPercent} % above the baseline's median; unclear: one of them; new, gone: only here, only there.`,
      ...(alarm === null ? [] : [`Alarm: ${alarm}.`]),
    ],
    items: [
      ...others.map(({ key, verdict, ratio }) => {
        const percent = ratio === null ? null : (ratio - 1) * 100;
        const by = percent === null ? '' : `, ${numberText(percent, { decimals: 1 })} %`;
        return `${verdict}: ${key.serializer} ${key.dataType}@n=${key.instances} ${key.mode}, ${key.suite}${by}`;
      }),
      `ok: ${gates.length - others.length} of ${gates.length} groups`,
    ],
  };
}
