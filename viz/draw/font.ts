// Reads a canvas font string and a canvas baseline. Not a font.

export interface CanvasFont {
  readonly sizePx: number;
  readonly isBold: boolean;
}

export function parseFont(font: string): CanvasFont {
  const parts = /^(?:(bold|\d{3})\s+)?(\d+(?:\.\d+)?)px\s/.exec(font);
  return {
    sizePx: Number(parts?.[2] ?? 10),
    isBold: parts?.[1] !== undefined && parts[1] !== '400',
  };
}

/** From a baseline's line down to the letters' own, in em; Inter's metrics, near enough for others. */
const SHIFT_EM: Readonly<Record<string, number>> = {
  top: 0.76,
  hanging: 0.76,
  middle: 0.34,
  alphabetic: 0,
  bottom: -0.22,
  ideographic: -0.22,
};

export const dyOf = (baseline: string, sizePx: number): number =>
  (SHIFT_EM[baseline] ?? 0) * sizePx;
