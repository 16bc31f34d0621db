// The recording context and the stub document: what uPlot relies on, one pitfall a test.

import type uPlot from 'uplot';
import { describe, expect, it } from 'vitest';
import { RecordedPath } from '../viz/draw/path.ts';
import { RecordingContext } from '../viz/draw/recorder.ts';
import { textWidthPx, wrapText } from '../viz/draw/text-width.ts';
import { loadRecordingUPlot } from '../viz/assets/node.ts';

const context = () => new RecordingContext({ width: 100, height: 50 });

describe('a recorded path', () => {
  it('starts with a moveTo when the first call is lineTo', () => {
    const path = new RecordedPath();
    path.lineTo(1, 2);
    path.lineTo(3, 4);
    expect(path.toSvg()).toBe('M1 2L3 4');
  });

  it('draws a full turn as two half circles', () => {
    const path = new RecordedPath();
    path.arc(10, 10, 5, 0, 2 * Math.PI);
    expect(path.toSvg()).toBe('M15 10A5 5 0 1 1 5 10A5 5 0 1 1 15 10Z');
  });

  it('merges long runs along one axis and keeps a spike', () => {
    const path = new RecordedPath();
    for (let x = 0; x <= 300; x += 1) path.lineTo(x, 5);
    path.lineTo(300, 50);
    path.lineTo(300, 5);
    expect(path.toSvg()).toBe('M0 5L300 5L300 50L300 5');
  });

  it('keeps short paths to a hundredth of a pixel', () => {
    const path = new RecordedPath();
    path.lineTo(1.2345, -0.001);
    expect(path.toSvg()).toBe('M1.23 0');
  });
});

describe('a recording context', () => {
  it('gives back colors, clips and transforms on restore', () => {
    const c = context();
    c.save();
    c.fillStyle = '#f00';
    c.translate(5, 6);
    c.rect(0, 0, 10, 10);
    c.clip();
    c.fillRect(0, 0, 1, 1);
    c.restore();
    c.fillRect(0, 0, 1, 1);
    expect(c.ops.map((op) => [op.color, op.matrix.slice(4), op.clips.length])).toEqual([
      ['#f00', [5, 6], 1],
      ['#000', [0, 0], 0],
    ]);
  });

  it('forgets everything when the canvas is cleared', () => {
    const c = context();
    c.fillText('old', 0, 0);
    c.clearRect();
    expect(c.ops).toEqual([]);
  });

  it('records nothing for empty paths and transparent paint', () => {
    const c = context();
    c.stroke();
    c.strokeStyle = 'transparent';
    c.lineTo(1, 1);
    c.stroke();
    expect(c.ops).toEqual([]);
  });
});

describe('uPlot over the stub', () => {
  const recording = loadRecordingUPlot();
  const options: uPlot.Options = {
    width: 200,
    height: 100,
    pxAlign: 0,
    legend: { show: false },
    scales: { x: { time: false } },
    series: [{}, { stroke: '#123456', width: 2 }],
  };

  it('draws its series, not only its axes', () => {
    const { ops } = recording.record(options, [
      [0, 1, 2],
      [1, 3, 2],
    ]);
    const line = ops.find((op) => op.kind === 'stroke' && op.color === '#123456');
    expect(line).toMatchObject({ width: 2 });
    expect(line?.kind === 'stroke' ? line.path.match(/L/g)?.length : 0).toBe(2);
  });

  it('leaves nothing in the globals', () => {
    const names = Object.getOwnPropertyNames(globalThis);
    expect(names.filter((name) => ['window', 'document', 'uPlot'].includes(name))).toEqual([]);
  });

  it('records the same twice', () => {
    const draw = () =>
      JSON.stringify(
        recording.record(options, [
          [0, 1],
          [1, 2],
        ]).ops,
      );
    expect(draw()).toBe(draw());
  });
});

describe('text without a canvas', () => {
  it('gives all digits one width', () => {
    const widths = new Set(Array.from('0123456789', (digit) => textWidthPx(digit, 12)));
    expect(widths.size).toBe(1);
  });

  it('wraps at spaces and keeps a long word whole', () => {
    expect(wrapText('one two three', 10, 40)).toEqual(['one two', 'three']);
    expect(wrapText('indivisible', 10, 5)).toEqual(['indivisible']);
  });
});
