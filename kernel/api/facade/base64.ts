// Base64 as bytes. `atob` is missing in bare engines, and it passes over spaces.

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const WHOLE = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Null when the text is no whole Base64. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!WHOLE.test(text)) return null;
  const digits = text.replace(/=+$/, '');
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  let bits = 0;
  for (let i = 0, at = 0; i < digits.length; i++) {
    bits = (bits << 6) | DIGITS.indexOf(digits[i] ?? '');
    if (i % 4 === 0) continue;
    bytes[at++] = (bits >> (6 - 2 * (i % 4))) & 0xff;
  }
  return bytes;
}
