import { ByteBuffer } from '../native/byte-buffer.js';
import { appendDouble, appendInt64 } from '../native/number-text.js';
import { appendText } from '../native/text.js';
import type { WireReader } from '../wire/reader.js';
import { KIND, nextElement, pairAt, valueAt, type AnyValue } from './any-value.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const HEX = '0123456789abcdef';

/**
 * Appends a value as the text that is stored for it: strings as they are, integers, doubles and booleans as JSON prints them, NaN
 * and the infinities by name, arrays and maps as JSON, bytes as base64, an empty value as nothing.
 */
export function appendValueText(out: ByteBuffer, reader: WireReader, value: AnyValue): void {
  if (value.kind === KIND.string) appendText(out, reader.bytes, reader.view, value.start, value.end);
  else if (value.kind === KIND.array || value.kind === KIND.kvlist) {
    json.clear();
    appendJson(json, reader, value, 0);
    appendText(out, json.bytes, json.view, 0, json.length);
  } else appendScalar(out, reader, value);
}

/** JSON is built here first, because invalid UTF-8 can only be repaired in the complete text. */
const json = new ByteBuffer(4096);

function appendScalar(out: ByteBuffer, reader: WireReader, value: AnyValue): void {
  if (value.kind === KIND.int) appendInt64(out, value.low, value.high);
  else if (value.kind === KIND.bool) out.ascii(value.low === 1 ? 'true' : 'false');
  else if (value.kind === KIND.double) {
    const number = reader.view.getFloat64(value.start, true);
    if (Number.isFinite(number)) appendDouble(out, number);
    else out.ascii(String(number));
  } else if (value.kind === KIND.bytes) out.ascii(reader.bytes.toString('base64', value.start, value.end));
}

/** `depth` is the level of `value` itself; its content is parsed into the scratch values of the next level. */
function appendJson(out: ByteBuffer, reader: WireReader, value: AnyValue, depth: number): void {
  const { kind } = value;
  if (kind === KIND.empty) out.ascii('null');
  else if (kind === KIND.string) appendQuoted(out, reader.bytes, value.start, value.end);
  else if (kind === KIND.array) appendArray(out, reader, value.start, value.end, depth + 1);
  else if (kind === KIND.kvlist) appendObject(out, reader, value.start, value.end, depth + 1);
  else {
    const isNumber = kind === KIND.double && Number.isFinite(reader.view.getFloat64(value.start, true));
    const isBare = kind === KIND.int || kind === KIND.bool || isNumber;
    if (!isBare) out.uint8(QUOTE);
    appendScalar(out, reader, value);
    if (!isBare) out.uint8(QUOTE);
  }
}

function appendArray(out: ByteBuffer, reader: WireReader, start: number, end: number, depth: number): void {
  out.ascii('[');
  let at = start;
  let first = true;
  while ((at = nextElement(reader, at, end, depth, '')) >= 0) {
    const elementEnd = reader.pos;
    if (!first) out.uint8(COMMA);
    first = false;
    const element = valueAt(depth);
    element.parse(reader, at, elementEnd, depth, '');
    appendJson(out, reader, element, depth);
    at = elementEnd;
  }
  out.ascii(']');
}

function appendObject(out: ByteBuffer, reader: WireReader, start: number, end: number, depth: number): void {
  out.ascii('{');
  let at = start;
  let first = true;
  while ((at = nextElement(reader, at, end, depth, '')) >= 0) {
    const elementEnd = reader.pos;
    if (!first) out.uint8(COMMA);
    first = false;
    const pair = pairAt(depth);
    pair.parse(reader, at, elementEnd, depth, '');
    appendQuoted(out, reader.bytes, pair.keyStart, pair.keyEnd);
    out.ascii(':');
    appendJson(out, reader, pair.value, depth);
    at = elementEnd;
  }
  out.ascii('}');
}

function appendQuoted(out: ByteBuffer, bytes: Buffer, start: number, end: number): void {
  out.reserve((end - start) * 6 + 2);
  out.uint8(QUOTE);
  for (let i = start; i < end; i++) {
    const byte = bytes[i];
    if (byte < 0x20) {
      out.ascii('\\u00');
      out.ascii(HEX.charAt(byte >>> 4) + HEX.charAt(byte & 15));
    } else {
      if (byte === QUOTE || byte === BACKSLASH) out.uint8(BACKSLASH);
      out.uint8(byte);
    }
  }
  out.uint8(QUOTE);
}
