// Every figure: golden operations, a text and a table beside it, and labels that can be read.

import { describe, expect, it } from 'vitest';
import { drawFigure, type Drawing, type Layout } from '../viz/draw/drawing.ts';
import { dyOf, parseFont } from '../viz/draw/font.ts';
import type { Op, TextOp } from '../viz/draw/recorder.ts';
import { textWidthPx } from '../viz/draw/text-width.ts';
import { distributionFigure, trialCurves } from '../viz/figures/distribution.ts';
import { latencyFigure } from '../viz/figures/latency.ts';
import { devicesOf } from '../viz/input/run-input.ts';
import { runOrderFigure } from '../viz/figures/run-order.ts';
import { isNumber } from '../viz/tables/table.ts';
import { formatFixed, numberText } from '../viz/text/numbers.ts';
import { loadRecordingUPlot } from '../viz/assets/node.ts';
import { colorOf, DARK, LIGHT, shapeOf, SHAPES } from '../viz/theme.ts';
import { freshWorkspace } from './fixtures/kernels.ts';
import { allFigures, serializerFigure, twoRuns } from './fixtures/figures.ts';
import { expectGolden } from './fixtures/golden.ts';
import { LAPTOP, naiveQuantiles, syntheticSamples } from './fixtures/synthetic-run.ts';

const recording = loadRecordingUPlot();
const figures = allFigures();
const LAYOUTS: readonly Layout[] = ['wide', 'narrow'];

const short = (value: number) => String(Math.round(value * 10) / 10);

function opLine(op: Op): string {
  const at = op.matrix.map(short).join(' ');
  const clips = op.clips.map((clip) => clip.path.replace(/\d+\.\d+/g, (n) => short(Number(n))));
  const place = [
    ...(at === '1 0 0 1 0 0' ? [] : [`at ${at}`]),
    ...clips.map((path) => `in ${path}`),
  ];
  const path = op.kind === 'text' ? '' : op.path.replace(/\d+\.\d+/g, (n) => short(Number(n)));
  if (op.kind === 'text') {
    const where = `${short(op.x)} ${short(op.y)} ${op.align} ${op.baseline}`;
    return [`text ${JSON.stringify(op.text)} ${where} ${op.color} ${op.font}`, ...place].join(' ');
  }
  if (op.kind === 'fill') return [`fill ${op.color} ${path}`, ...place].join(' ');
  const dash = op.dash.length === 0 ? '' : ` dash ${op.dash.join(',')}`;
  return [`stroke ${op.color} ${short(op.width)}${dash} ${path}`, ...place].join(' ');
}

function drawingText(drawing: Drawing): string {
  const groups = drawing.groups.map(({ x, y, ops }) =>
    [`group ${short(x)} ${short(y)}`, ...ops.map(opLine)].join('\n'),
  );
  return `${drawing.widthPx} x ${drawing.heightPx}\n${groups.join('\n')}\n`;
}

interface Box {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const isTurned = ({ matrix }: TextOp): boolean => Math.abs(matrix[1]) >= 1e-9;

function boxesOf(drawing: Drawing, isWanted: (op: TextOp) => boolean): Box[] {
  return drawing.groups.flatMap((group) =>
    group.ops
      .filter((op): op is TextOp => op.kind === 'text' && op.text !== '')
      .filter(isWanted)
      .map((op) => boxOf(op, group)),
  );
}

/** The upright box around a label, turned or not. */
function boxOf(op: TextOp, at: { readonly x: number; readonly y: number }): Box {
  const { sizePx, isBold } = parseFont(op.font);
  const width = textWidthPx(op.text, sizePx, isBold);
  const share = op.align === 'center' ? 0.5 : op.align === 'right' ? 1 : 0;
  const [left, base] = [op.x - width * share, op.y + dyOf(op.baseline, sizePx)];
  const [a, b, c, d, e, f] = op.matrix;
  const corners = [left, left + width].flatMap((x) =>
    [base - sizePx * 0.74, base + sizePx * 0.2].map((y) => ({
      x: at.x + a * x + c * y + e,
      y: at.y + b * x + d * y + f,
    })),
  );
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  return {
    text: op.text,
    ...{ left: Math.min(...xs), right: Math.max(...xs) },
    ...{ top: Math.min(...ys), bottom: Math.max(...ys) },
  };
}

const outsideOf = (drawing: Drawing): Box[] =>
  boxesOf(drawing, () => true).filter(
    ({ left, right, top, bottom }) =>
      left < 0 || top < 0 || right > drawing.widthPx || bottom > drawing.heightPx,
  );

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

describe.each(figures.map((figure, index) => ({ name: `${index} ${figure.id}`, figure })))(
  'figure $name',
  ({ name, figure }) => {
    const drawn = (layout: Layout) => drawFigure(recording, figure, { theme: LIGHT, layout });

    it('draws the same operations as its golden file', () => {
      expectGolden(`figures/${name.replace(' ', '-')}.txt`, drawingText(drawn('wide')));
    });

    it.each(LAYOUTS)('has no label that touches another or leaves the drawing (%s)', (layout) => {
      const drawing = drawn(layout);
      // Turned ones stand side by side by construction.
      const boxes = boxesOf(drawing, (op) => !isTurned(op));
      const touching = boxes.flatMap((a, index) =>
        boxes
          .slice(index + 1)
          .filter((b) => overlaps(a, b))
          .map((b) => `${a.text} / ${b.text}`),
      );
      expect({ outside: outsideOf(drawing), touching }).toEqual({ outside: [], touching: [] });
    });

    it('says in every panel what is better', () => {
      for (const { better } of figure.panels) expect(better).toMatch(/better|right/);
    });

    it('has a table, a caption and a description with numbers', () => {
      expect(figure.table.rows.length).toBeGreaterThan(0);
      for (const row of figure.table.rows) expect(row).toHaveLength(figure.table.columns.length);
      expect(figure.caption).not.toBe('');
      expect(figure.description).toMatch(/\d/);
      expect(JSON.stringify(figure)).not.toMatch(/NaN|undefined|Infinity/);
    });

    it('survives JSON, so that a page can carry it', () => {
      expect(JSON.parse(JSON.stringify(figure))).toEqual(figure);
    });
  },
);

it.each(LAYOUTS)('a long turned name of the first category stays inside (%s)', (layout) => {
  // "pbf (int64=number)" of a sample's figure began left of the drawing.
  const names = ['protobufjs (reflection)', 'msgpackr (records)', 'avsc', 'cborg', 'pbf'];
  const figure = serializerFigure(names);
  if (figure === null) throw new Error('no figure');
  const drawing = drawFigure(recording, figure, { theme: LIGHT, layout });
  expect(boxesOf(drawing, isTurned).length).toBeGreaterThan(0);
  expect(outsideOf(drawing)).toEqual([]);
});

describe('devices', () => {
  it('keep one color and one shape in every figure', () => {
    for (const { legend } of figures) {
      const names = legend.filter(({ label }) => label === 'Tablet mini');
      for (const entry of names) expect([entry.series, entry.shape]).toEqual([1, 'square']);
    }
  });

  it('with one label are told apart by a number', () => {
    const [first] = twoRuns();
    if (first === undefined) throw new Error('no run');
    expect(devicesOf([first, first]).map(({ label }) => label)).toEqual(['Laptop', 'Laptop (2)']);
  });

  it('differ in color or shape up to thirty-six', () => {
    const looks = Array.from(
      { length: 36 },
      (_, series) => `${colorOf(LIGHT, series)} ${shapeOf(series)}`,
    );
    expect(new Set(looks).size).toBe(36);
  });

  it('have shapes for as many devices as there are colors', () => {
    for (const { series } of [LIGHT, DARK]) expect(series).toHaveLength(SHAPES.length);
  });

  it.each([
    ['light', LIGHT],
    ['dark', DARK],
  ] as const)('have colors with 3:1 against the %s background', (_, theme) => {
    const ratios = theme.series.map((color) => contrast(color, theme.background));
    for (const ratio of ratios) expect(ratio).toBeGreaterThanOrEqual(3);
    expect(contrast(theme.muted, theme.background)).toBeGreaterThanOrEqual(4.5);
  });
});

/** WCAG 2.2, relative luminance. */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

describe('the run order', () => {
  it('fills the trials during which the machine was disturbed, and names why', () => {
    const [first] = twoRuns();
    if (first === undefined) throw new Error('no run');
    const trials = first.data.trials.map((trial) =>
      trial.order === 3 ? { ...trial, marks: ['THROTTLED'] } : trial,
    );
    const data = { ...first.data, trials } as unknown as typeof first.data;
    const figure = runOrderFigure(devicesOf([{ run: first.run, data }]));
    const points = figure?.panels.flatMap(({ layers }) =>
      layers.flatMap((layer) => (layer.kind === 'points' ? layer.rows : [])),
    );
    const filled = points?.filter((point) => point.filled);
    expect(filled?.map(({ x }) => x)).toEqual([3]);
    expect(filled?.[0]?.text).toContain('THROTTLED');
  });
});

describe('the distribution', () => {
  it('prints exactly the percentiles that the statistics give', () => {
    const trials = syntheticSamples(LAPTOP, 0, 2, 5000);
    const figure = distributionFigure('64 B', trialCurves(freshWorkspace(), trials));
    const printed = figure?.table.rows.map((row) =>
      row.slice(2, 6).map((cell) => (isNumber(cell) ? numberText(cell.value, cell.digits) : '')),
    );
    const expected = trials.map(({ samples }) => {
      const [p50, p90, p99] = naiveQuantiles(samples, [0.5, 0.9, 0.99]);
      return [p50, p90, p99].map((ns) => formatFixed((ns ?? 0) / 1000, 1));
    });
    // 5 of 5,000 samples lie beyond p99.9: no number.
    expect(printed).toEqual(expected.map((row) => [...row, '–']));
  });
});

describe('missing values', () => {
  it('leave a gap in the figure and a dash in the table', () => {
    const [first] = twoRuns();
    if (first === undefined) throw new Error('no run');
    const cases = first.data.cases.map((one) => {
      const receipt = one.stats.receiptNs;
      if (one.suite !== 'latency' || receipt === undefined) return one;
      return { ...one, stats: { ...one.stats, receiptNs: { ...receipt, p99: null } } };
    });
    const data = { ...first.data, cases } as typeof first.data;
    const figure = latencyFigure(devicesOf([{ run: first.run, data }]));
    const dots = figure?.panels[2]?.layers.flatMap((layer) =>
      layer.kind === 'dots' ? layer.rows : [],
    );
    expect(dots).toEqual([]);
    expect(figure?.table.rows[0]?.[4]).toMatchObject({ value: null });
  });

  it('of a whole suite leave out its figure', () => {
    const [first] = twoRuns();
    if (first === undefined) throw new Error('no run');
    const data = { ...first.data, cases: [], trials: [] };
    expect(latencyFigure(devicesOf([{ run: first.run, data }]))).toBeNull();
  });
});
