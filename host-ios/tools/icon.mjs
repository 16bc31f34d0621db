// Draws the app's icon: a pulse and three echoes of it, each weaker. `node host-ios/tools/icon.mjs` writes it again; the picture
// is committed, because Xcode wants a file.
import { writeFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';

const SIZE = 1024;
const BACKGROUND = [16, 24, 40];
const INK = [120, 200, 255];
const CENTER = { x: 300, y: 512 };
const RINGS = [
  { radius: 0, width: 130, strength: 1 },
  { radius: 270, width: 56, strength: 0.85 },
  { radius: 430, width: 46, strength: 0.55 },
  { radius: 590, width: 36, strength: 0.3 },
];
/** Rings open to the right, as sound from a mouth does. */
const HALF_ANGLE = Math.PI / 4;

/** How much of a pixel is ink, 0 to 1; edges are one pixel soft. */
function inkAt(x, y) {
  const [dx, dy] = [x - CENTER.x, y - CENTER.y];
  const distance = Math.hypot(dx, dy);
  const isInFront = Math.abs(Math.atan2(dy, dx)) <= HALF_ANGLE;
  return RINGS.reduce((most, { radius, width, strength }) => {
    if (radius > 0 && !isInFront) return most;
    const inside = width / 2 - Math.abs(distance - radius) + 0.5;
    return Math.max(most, Math.min(1, Math.max(0, inside)) * strength);
  }, 0);
}

/** Rows of RGB, each after its filter byte 0. No alpha: the store refuses an icon that has it. */
function pixels() {
  const rows = Buffer.alloc(SIZE * (1 + 3 * SIZE));
  for (let y = 0; y < SIZE; y += 1)
    for (let x = 0; x < SIZE; x += 1) {
      const ink = inkAt(x + 0.5, y + 0.5);
      const at = y * (1 + 3 * SIZE) + 1 + 3 * x;
      for (let c = 0; c < 3; c += 1)
        rows[at + c] = Math.round(BACKGROUND[c] + (INK[c] - BACKGROUND[c]) * ink);
    }
  return rows;
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

const header = Buffer.alloc(13);
header.writeUInt32BE(SIZE, 0);
header.writeUInt32BE(SIZE, 4);
// 8 bits a channel, color type 2 (RGB).
header.set([8, 2], 8);
const file = new URL('../App/Host/Assets.xcassets/AppIcon.appiconset/icon.png', import.meta.url);
writeFileSync(
  fileURLToPath(file),
  Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels(), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]),
);
