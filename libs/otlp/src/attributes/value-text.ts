import { classOfKey, isNumbered, REDACTED, redactLeaf, type KeyClass } from '@svc/redaction';
import { ByteBuffer } from '../native/byte-buffer.js';
import { appendDouble, appendInt64 } from '../native/number-text.js';
import { appendText } from '../native/text.js';
import type { WireReader } from '../wire/reader.js';
import { KIND, nextElement, pairAt, valueAt, type AnyValue } from './any-value.js';
import { appendRedacted, redactedText } from './redacted-text.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const HEX = '0123456789abcdef';

/**
 * Appends a value as the text that is stored for it: strings as they are, integers, doubles and booleans as JSON prints them, NaN
 * and the infinities by name, arrays and maps as JSON, bytes as base64, an empty value as nothing. With the class of its key, personal
 * data and credentials in it are replaced; without a class it is left as it is.
 */
export function appendValueText(out: ByteBuffer, reader: WireReader, value: AnyValue, key?: KeyClass): void {
  if (isReplaced(reader, value, key)) out.ascii(REDACTED);
  else if (value.kind === KIND.string) appendSent(out, reader, value, key);
  else if (value.kind === KIND.array || value.kind === KIND.kvlist) {
    json.clear();
    appendJson(json, reader, value, 0, key);
    appendText(out, json.bytes, json.view, 0, json.length);
  } else appendScalar(out, reader, value);
}

/** Whether the whole value is replaced: any value of a credential, and a number in a field that is named like one of a person. */
function isReplaced(reader: WireReader, value: AnyValue, key: KeyClass | undefined): boolean {
  if (key === undefined) return false;
  if (key === 'credential') return true;
  if (!isNumbered(key) || (value.kind !== KIND.int && value.kind !== KIND.double)) return false;
  number.clear();
  appendScalar(number, reader, value);
  return redactLeaf(number.bytes.toString('latin1', 0, number.length), key) === REDACTED;
}

function appendSent(out: ByteBuffer, { bytes, view }: WireReader, { start, end }: AnyValue, key?: KeyClass): void {
  if (key === undefined) appendText(out, bytes, view, start, end);
  else appendRedacted(out, bytes, view, start, end, key);
}

const number = new ByteBuffer(64);

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
function appendJson(out: ByteBuffer, reader: WireReader, value: AnyValue, depth: number, key?: KeyClass): void {
  const { kind } = value;
  if (isReplaced(reader, value, key)) out.ascii(QUOTED_REDACTED);
  else if (kind === KIND.empty) out.ascii('null');
  else if (kind === KIND.string) appendQuotedValue(out, reader.bytes, value.start, value.end, key);
  else if (kind === KIND.array) appendArray(out, reader, value, depth + 1, key);
  else if (kind === KIND.kvlist) appendObject(out, reader, value, depth + 1, key);
  else {
    const isNumber = kind === KIND.double && Number.isFinite(reader.view.getFloat64(value.start, true));
    const isBare = kind === KIND.int || kind === KIND.bool || isNumber;
    if (!isBare) out.uint8(QUOTE);
    appendScalar(out, reader, value);
    if (!isBare) out.uint8(QUOTE);
  }
}

const QUOTED_REDACTED = JSON.stringify(REDACTED);

function appendQuotedValue(out: ByteBuffer, bytes: Buffer, start: number, end: number, key?: KeyClass): void {
  const text = key === undefined ? undefined : redactedText(bytes, start, end, key);
  if (text === undefined) appendQuoted(out, bytes, start, end);
  else {
    const redacted = Buffer.from(text, 'utf8');
    appendQuoted(out, redacted, 0, redacted.length);
  }
}

function appendArray(
  out: ByteBuffer,
  reader: WireReader,
  { start, end }: AnyValue,
  depth: number,
  key?: KeyClass,
): void {
  out.ascii('[');
  let at = start;
  let first = true;
  while ((at = nextElement(reader, at, end, depth, '')) >= 0) {
    const elementEnd = reader.pos;
    if (!first) out.uint8(COMMA);
    first = false;
    const element = valueAt(depth);
    element.parse(reader, at, elementEnd, depth, '');
    appendJson(out, reader, element, depth, key);
    at = elementEnd;
  }
  out.ascii(']');
}

function appendObject(
  out: ByteBuffer,
  reader: WireReader,
  { start, end }: AnyValue,
  depth: number,
  key?: KeyClass,
): void {
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
    const own = key === undefined ? undefined : classOfKey(reader.bytes.toString('utf8', pair.keyStart, pair.keyEnd));
    appendJson(out, reader, pair.value, depth, own);
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
