// Colors and shapes: one per device, the same everywhere. Not layout, and no chart library.
// The hues are Okabe and Ito's (jfly.uni-koeln.de/color, 2008), told apart with every common color
// vision; darkened on white and lightened on black until each has 3:1 against its background.

export interface Theme {
  readonly background: string;
  readonly foreground: string;
  readonly muted: string;
  readonly grid: string;
  readonly series: readonly string[];
  /** The same hues at a quarter of their strength: fills under marks. */
  readonly soft: readonly string[];
}

export type Shape = 'circle' | 'square' | 'triangle' | 'diamond' | 'triangleDown' | 'cross';

export const SHAPES: readonly Shape[] = [
  'circle',
  'square',
  'triangle',
  'diamond',
  'triangleDown',
  'cross',
];

/** Dash patterns in px, so that a line is told from another without its color. */
const DASHES: readonly (readonly number[])[] = [[], [7, 3], [2, 3], [9, 3, 2, 3], [4, 2], [1, 2]];

export const FONT_FAMILY = 'Inter, "Liberation Sans", Arial, sans-serif';

const LIGHT_SERIES = ['#0072b2', '#c84f00', '#00805d', '#a8467f', '#8a6d00', '#2b7fb8'];
const DARK_SERIES = ['#56b4e9', '#ff9a4d', '#2fcf9f', '#e79cc8', '#f0e442', '#a5d8f7'];
/** Alpha 0x40 = 25 %. */
const SOFT_ALPHA = '40';

export const LIGHT: Theme = {
  background: '#ffffff',
  foreground: '#1b1f24',
  muted: '#57606a',
  grid: '#dfe3e8',
  series: LIGHT_SERIES,
  soft: LIGHT_SERIES.map((color) => color + SOFT_ALPHA),
};

export const DARK: Theme = {
  background: '#0d1117',
  foreground: '#e6edf3',
  muted: '#9aa4af',
  grid: '#2a313a',
  series: DARK_SERIES,
  soft: DARK_SERIES.map((color) => color + SOFT_ALPHA),
};

/** For inline SVG: the page's style sheet decides, so light and dark share one drawing. */
export const CSS_VARIABLES: Theme = {
  background: 'var(--bg)',
  foreground: 'var(--fg)',
  muted: 'var(--muted)',
  grid: 'var(--grid)',
  series: LIGHT_SERIES.map((_, index) => `var(--s${index})`),
  soft: LIGHT_SERIES.map((_, index) => `var(--t${index})`),
};

/** The declarations that CSS_VARIABLES refers to. */
export const cssDeclarations = (theme: Theme): string =>
  [
    `--bg:${theme.background}`,
    `--fg:${theme.foreground}`,
    `--muted:${theme.muted}`,
    `--grid:${theme.grid}`,
    ...theme.series.map((color, index) => `--s${index}:${color}`),
    ...theme.soft.map((color, index) => `--t${index}:${color}`),
  ].join(';');

/** From the seventh series on a color comes again, with another shape. */
export const shapeOf = (series: number): Shape =>
  SHAPES[(series + Math.floor(series / SHAPES.length)) % SHAPES.length] ?? 'circle';

export const dashOf = (series: number): readonly number[] => DASHES[series % DASHES.length] ?? [];

export const colorOf = (theme: Theme, series: number): string =>
  theme.series[series % theme.series.length] ?? theme.foreground;

export const softOf = (theme: Theme, series: number): string =>
  theme.soft[series % theme.soft.length] ?? theme.grid;
