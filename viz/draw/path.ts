// Path2D for the recorder: keeps commands, writes SVG path data. Not a rasterizer.

type PathCommand =
  | readonly ['M' | 'L', number, number]
  | readonly ['C', number, number, number, number, number, number]
  | readonly ['Q', number, number, number, number]
  | readonly ['A', number, number, 0, 0 | 1, 0 | 1, number, number]
  | readonly ['Z'];

/** From here on a path is a curve of samples, where 0.1 px cannot be seen and bytes count. */
const LONG_PATH = 200;

export function shortNumber(value: number, perUnit = 100): string {
  const rounded = Math.round(value * perUnit) / perUnit;
  return Object.is(rounded, -0) ? '0' : String(rounded);
}

export class RecordedPath {
  readonly commands: PathCommand[];

  constructor(from?: RecordedPath) {
    this.commands = from instanceof RecordedPath ? [...from.commands] : [];
  }

  moveTo(x: number, y: number): void {
    this.commands.push(['M', x, y]);
  }

  /** Canvas rule: on an empty path this is a moveTo. uPlot relies on it: without it every line vanishes. */
  lineTo(x: number, y: number): void {
    this.commands.push([this.commands.length === 0 ? 'M' : 'L', x, y]);
  }

  closePath(): void {
    if (this.commands.length > 0) this.commands.push(['Z']);
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.commands.push(['M', x, y], ['L', x + width, y]);
    this.commands.push(['L', x + width, y + height], ['L', x, y + height], ['Z']);
  }

  bezierCurveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    this.commands.push(['C', x1, y1, x2, y2, x, y]);
  }

  quadraticCurveTo(x1: number, y1: number, x: number, y: number): void {
    this.commands.push(['Q', x1, y1, x, y]);
  }

  /** A full turn is two half circles: an SVG arc from a point to itself draws nothing. */
  arc(x: number, y: number, r: number, from: number, to: number, isBackwards = false): void {
    if (Math.abs(to - from) >= 2 * Math.PI - 1e-9) {
      this.commands.push(['M', x + r, y], ['A', r, r, 0, 1, 1, x - r, y]);
      this.commands.push(['A', r, r, 0, 1, 1, x + r, y], ['Z']);
      return;
    }
    const isLarge = Math.abs(to - from) > Math.PI ? 1 : 0;
    this.lineTo(x + r * Math.cos(from), y + r * Math.sin(from));
    const [endX, endY] = [x + r * Math.cos(to), y + r * Math.sin(to)];
    this.commands.push(['A', r, r, 0, isLarge, isBackwards ? 0 : 1, endX, endY]);
  }

  addPath(path: RecordedPath): void {
    this.commands.push(...path.commands);
  }

  toSvg(): string {
    const isLong = this.commands.length > LONG_PATH;
    const commands = isLong ? simplify(this.commands) : this.commands;
    return commands.map((command) => commandText(command, isLong ? 10 : 100)).join('');
  }
}

function commandText(command: PathCommand, perUnit: number): string {
  const [letter, ...numbers] = command;
  return letter + numbers.map((value) => shortNumber(value, perUnit)).join(' ');
}

/** Rounds to 0.1 px and merges runs along one axis: a step curve shrinks to a quarter (808 -> 186 kB). */
function simplify(commands: readonly PathCommand[]): PathCommand[] {
  const kept: PathCommand[] = [];
  const round = (value: number) => Math.round(value * 10) / 10;
  for (const command of commands) {
    if (command[0] !== 'L' && command[0] !== 'M') {
      kept.push(command);
      continue;
    }
    const point: PathCommand = [command[0], round(command[1]), round(command[2])];
    const last = kept.at(-1);
    if (point[0] === 'L' && isSamePlace(last, point)) continue;
    if (isOneRun(kept.at(-2), last, point)) kept.pop();
    kept.push(point);
  }
  return kept;
}

function isSamePlace(a: PathCommand | undefined, b: PathCommand): boolean {
  return a !== undefined && isPoint(a) && isPoint(b) && a[1] === b[1] && a[2] === b[2];
}

const isPoint = (command: PathCommand): command is readonly ['M' | 'L', number, number] =>
  command[0] === 'M' || command[0] === 'L';

/** Only monotonous runs: a spike up and back down on one vertical is two lines, not none. */
function isOneRun(a: PathCommand | undefined, b: PathCommand | undefined, c: PathCommand): boolean {
  if (a === undefined || b === undefined) return false;
  if (!isPoint(a) || !isPoint(b) || !isPoint(c) || b[0] !== 'L' || c[0] !== 'L') return false;
  const isBetween = (from: number, middle: number, to: number) =>
    (from <= middle && middle <= to) || (from >= middle && middle >= to);
  if (a[1] === b[1] && b[1] === c[1]) return isBetween(a[2], b[2], c[2]);
  return a[2] === b[2] && b[2] === c[2] && isBetween(a[1], b[1], c[1]);
}
