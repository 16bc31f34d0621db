// Where a panel's marks are drawn: its plotting area in pixels.

import type { Theme } from '../theme.ts';
import type { Context } from './symbol.ts';

/** A panel's plotting area in canvas pixels and the way from values into it. */
export interface Plot {
  readonly context: Context;
  readonly theme: Theme;
  /** Canvas pixels per CSS pixel. */
  readonly px: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly toX: (value: number) => number;
  readonly toY: (value: number) => number;
}
