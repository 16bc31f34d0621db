// Types of characteristics.mjs for its test.
import type { Line } from './study.mjs';

export function isMet(line: Line): boolean;
