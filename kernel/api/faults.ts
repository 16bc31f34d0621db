// The names of the protocol's fault codes (docs/protocol.md section 6), which are the stable codes of a failed trial.

export const FAULT_NAMES: Readonly<Record<number, string>> = {
  1: 'LENGTH',
  2: 'KIND',
  3: 'FLAGS',
  4: 'MAGIC',
  5: 'VERSION',
  6: 'TOKEN',
  7: 'TRUNCATED',
  8: 'ORDER',
  9: 'SESSION',
  10: 'BODY',
  32: 'CREDIT_OVERRUN',
  33: 'SEQUENCE',
  34: 'MISMATCH',
  35: 'SIZE',
  36: 'SLOT',
  37: 'CREDIT_TOTALS',
  38: 'END_COUNT',
  39: 'AFTER_END',
  40: 'PEER',
  41: 'UNSOLICITED',
  42: 'ACK_TOTAL',
};

export function faultName(code: number): string {
  return FAULT_NAMES[code] ?? `FAULT_${code}`;
}
