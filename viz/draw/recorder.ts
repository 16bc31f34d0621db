// A 2D context that records what is drawn instead of drawing it. Knows the part of the canvas API that
// uPlot 1.6.32 and our layers use, and no more: an unknown call is a TypeError, not a silent gap.

import { RecordedPath } from './path.ts';

export type Matrix = readonly [number, number, number, number, number, number];

export interface Clip {
  readonly path: string;
  readonly matrix: Matrix;
}

interface Placed {
  readonly matrix: Matrix;
  readonly clips: readonly Clip[];
  readonly alpha: number;
}

export interface StrokeOp extends Placed {
  readonly kind: 'stroke';
  readonly path: string;
  readonly color: string;
  readonly width: number;
  readonly join: string;
  readonly cap: string;
  readonly dash: readonly number[];
}

interface FillOp extends Placed {
  readonly kind: 'fill';
  readonly path: string;
  readonly color: string;
}

export interface TextOp extends Placed {
  readonly kind: 'text';
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly color: string;
  readonly font: string;
  readonly align: string;
  readonly baseline: string;
}

export type Op = StrokeOp | FillOp | TextOp;

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

const multiply = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[2] * n[1],
  m[1] * n[0] + m[3] * n[1],
  m[0] * n[2] + m[2] * n[3],
  m[1] * n[2] + m[3] * n[3],
  m[0] * n[4] + m[2] * n[5] + m[4],
  m[1] * n[4] + m[3] * n[5] + m[5],
];

interface State {
  strokeStyle: string;
  fillStyle: string;
  lineWidth: number;
  lineJoin: string;
  lineCap: string;
  font: string;
  textAlign: string;
  textBaseline: string;
  globalAlpha: number;
  dash: readonly number[];
  matrix: Matrix;
  clips: readonly Clip[];
}

const initialState = (): State => ({
  strokeStyle: '#000',
  fillStyle: '#000',
  lineWidth: 1,
  lineJoin: 'miter',
  lineCap: 'butt',
  font: '10px sans-serif',
  textAlign: 'start',
  textBaseline: 'alphabetic',
  globalAlpha: 1,
  dash: [],
  matrix: IDENTITY,
  clips: [],
});

/** Settable properties are accessors over the state, because save() and restore() carry them. */
export class RecordingContext {
  ops: Op[] = [];
  readonly canvas: { readonly width: number; readonly height: number };
  #state = initialState();
  readonly #saved: State[] = [];
  #path = new RecordedPath();

  constructor(canvas: { readonly width: number; readonly height: number }) {
    this.canvas = canvas;
  }

  get strokeStyle(): string {
    return this.#state.strokeStyle;
  }
  set strokeStyle(value: string) {
    this.#state.strokeStyle = value;
  }
  get fillStyle(): string {
    return this.#state.fillStyle;
  }
  set fillStyle(value: string) {
    this.#state.fillStyle = value;
  }
  get lineWidth(): number {
    return this.#state.lineWidth;
  }
  set lineWidth(value: number) {
    this.#state.lineWidth = value;
  }
  get lineJoin(): string {
    return this.#state.lineJoin;
  }
  set lineJoin(value: string) {
    this.#state.lineJoin = value;
  }
  get lineCap(): string {
    return this.#state.lineCap;
  }
  set lineCap(value: string) {
    this.#state.lineCap = value;
  }
  get font(): string {
    return this.#state.font;
  }
  set font(value: string) {
    this.#state.font = value;
  }
  get textAlign(): string {
    return this.#state.textAlign;
  }
  set textAlign(value: string) {
    this.#state.textAlign = value;
  }
  get textBaseline(): string {
    return this.#state.textBaseline;
  }
  set textBaseline(value: string) {
    this.#state.textBaseline = value;
  }
  get globalAlpha(): number {
    return this.#state.globalAlpha;
  }
  set globalAlpha(value: number) {
    this.#state.globalAlpha = value;
  }

  save(): void {
    this.#saved.push({ ...this.#state });
  }
  restore(): void {
    this.#state = this.#saved.pop() ?? this.#state;
  }
  translate(x: number, y: number): void {
    this.#state.matrix = multiply(this.#state.matrix, [1, 0, 0, 1, x, y]);
  }
  rotate(angle: number): void {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    this.#state.matrix = multiply(this.#state.matrix, [cos, sin, -sin, cos, 0, 0]);
  }
  setLineDash(dash: readonly number[] | undefined): void {
    this.#state.dash = dash ?? [];
  }

  beginPath(): void {
    this.#path = new RecordedPath();
  }
  moveTo(x: number, y: number): void {
    this.#path.moveTo(x, y);
  }
  lineTo(x: number, y: number): void {
    this.#path.lineTo(x, y);
  }
  rect(x: number, y: number, width: number, height: number): void {
    this.#path.rect(x, y, width, height);
  }
  arc(x: number, y: number, r: number, from: number, to: number, isBackwards?: boolean): void {
    this.#path.arc(x, y, r, from, to, isBackwards);
  }
  closePath(): void {
    this.#path.closePath();
  }

  clip(path: RecordedPath = this.#path): void {
    const clip = { path: path.toSvg(), matrix: this.#state.matrix };
    this.#state.clips = [...this.#state.clips, clip];
  }
  stroke(path: RecordedPath = this.#path): void {
    const {
      strokeStyle: color,
      lineWidth: width,
      lineJoin: join,
      lineCap: cap,
      dash,
    } = this.#state;
    if (path.commands.length === 0 || color === 'transparent' || width === 0) return;
    const drawn = { path: path.toSvg(), color, width, join, cap, dash };
    this.ops.push({ kind: 'stroke', ...drawn, ...this.#placed() });
  }
  fill(path: RecordedPath = this.#path): void {
    const color = this.#state.fillStyle;
    if (path.commands.length === 0 || color === 'transparent') return;
    this.ops.push({ kind: 'fill', path: path.toSvg(), color, ...this.#placed() });
  }
  fillRect(x: number, y: number, width: number, height: number): void {
    const path = new RecordedPath();
    path.rect(x, y, width, height);
    this.fill(path);
  }
  fillText(text: string, x: number, y: number): void {
    const { fillStyle: color, font, textAlign: align, textBaseline: baseline } = this.#state;
    const drawn = { text, x, y, color, font, align, baseline };
    this.ops.push({ kind: 'text', ...drawn, ...this.#placed() });
  }
  /** uPlot clears the whole canvas before it draws again: what was recorded is gone. */
  clearRect(): void {
    this.ops = [];
  }

  #placed(): Placed {
    const { matrix, clips, globalAlpha: alpha } = this.#state;
    return { matrix, clips, alpha };
  }
}
