import type { ByteBuffer } from './byte-buffer.js';

/** High halves of the integers that a double holds exactly. */
const MAX_EXACT_HIGH = 0x1f_ffff;
const MINUS = 0x2d;
const POINT = 0x2e;

/** A signed 64-bit integer as decimal digits. */
export function appendInt64(out: ByteBuffer, low: number, high: number): void {
  const signedHigh = high | 0;
  if (signedHigh >= -MAX_EXACT_HIGH && signedHigh <= MAX_EXACT_HIGH) appendInteger(out, signedHigh * 4294967296 + low);
  else out.ascii(((BigInt(signedHigh) << 32n) | BigInt(low)).toString());
}

/** A double as JSON prints it: the shortest text that reads back equal. The caller handles NaN and the infinities. */
export function appendDouble(out: ByteBuffer, value: number): void {
  if (Number.isSafeInteger(value)) appendInteger(out, value);
  else if (!appendDecimal(out, value)) out.ascii(String(value));
}

/**
 * Appends a number with at most six decimal places and 15 digits in total; false for any other. Such a decimal is the shortest text
 * of its double: no two decimals of up to 15 digits share one.
 */
function appendDecimal(out: ByteBuffer, value: number): boolean {
  const millionths = Math.round(Math.abs(value) * 1e6);
  if (millionths >= 1e15 || millionths / 1e6 !== Math.abs(value)) return false;
  const whole = Math.floor(millionths / 1e6);
  let fraction = millionths - whole * 1e6;
  let places = 6;
  for (; fraction % 10 === 0; places--) fraction /= 10;
  if (value < 0) out.uint8(MINUS);
  appendInteger(out, whole);
  out.uint8(POINT);
  appendDigits(out, fraction, places);
  return true;
}

/** A safe integer as decimal digits. */
function appendInteger(out: ByteBuffer, value: number): void {
  out.reserve(20);
  let rest = value;
  if (rest < 0) {
    out.bytes[out.length++] = MINUS;
    rest = -rest;
  }
  if (rest < 1e9) {
    appendDigits(out, rest, digitCount(rest));
    return;
  }
  const upper = Math.floor(rest / 1e9);
  appendInteger(out, upper);
  appendDigits(out, rest - upper * 1e9, 9);
}

function appendDigits(out: ByteBuffer, value: number, count: number): void {
  out.reserve(count);
  let rest = value | 0;
  for (let at = out.length + count - 1; at >= out.length; at--) {
    const quotient = (rest / 10) | 0;
    out.bytes[at] = 0x30 + rest - quotient * 10;
    rest = quotient;
  }
  out.length += count;
}

function digitCount(value: number): number {
  if (value < 1000) return value < 10 ? 1 : value < 100 ? 2 : 3;
  if (value < 1e6) return value < 1e4 ? 4 : value < 1e5 ? 5 : 6;
  return value < 1e7 ? 7 : value < 1e8 ? 8 : 9;
}
