import { MAX_DEPTH } from '../attributes/any-value.js';
import type { Signal } from '../signal.js';
import { BackWriter } from '../wire/back-writer.js';
import { parseJson } from '../wire/parse-json.js';
import { getWireType, writeScalar } from './scalars.js';
import { REQUESTS, type Field, type MessageSchema } from './schema.js';
import { Trail } from './trail.js';

/**
 * Maximum nesting of messages: from the envelope and the data of a metric down to the value of an attribute there are fewer than 12, and
 * each array or map inside a value takes at most 3.
 */
const MAX_MESSAGES = 12 + 3 * MAX_DEPTH;

/**
 * Transcodes an OTLP/JSON request to protobuf. Keys other than the lowerCamelCase names of the schema are
 * ignored, ids are hexadecimal in either case, enums are integers, 64-bit integers may be numbers or decimal strings, bytes are
 * base64. Throws `invalid_request` naming the field, never its value.
 */
export function transcodeJson(signal: Signal, body: Uint8Array): Buffer {
  return encodeJson(signal, parseJson(body), body.length, Infinity);
}

/**
 * Writes a parsed OTLP/JSON request as protobuf of at most `maxBytes`; `jsonBytes` is about the size of its text. Members that are null are
 * absent.
 *
 * @throws ServiceError invalid_request that names the field, or payload_too_large.
 */
export function encodeJson(signal: Signal, request: unknown, jsonBytes: number, maxBytes: number): Buffer {
  const out = new BackWriter(Math.max(jsonBytes >>> 1, 256), maxBytes);
  writeMessage(out, REQUESTS[signal], request, new Trail(), 0);
  return out.finish();
}

function writeMessage(out: BackWriter, schema: MessageSchema, value: unknown, trail: Trail, depth: number): void {
  if (!isObject(value)) throw trail.refuse('must be an object');
  if (depth > MAX_MESSAGES) throw trail.refuse(`values are nested more than ${MAX_DEPTH} deep`);
  const names = Object.keys(value);
  for (let i = names.length - 1; i >= 0; i--) {
    const name = names[i];
    const field = schema.fields.get(name);
    if (field === undefined) continue;
    const content = value[name];
    if (content === null) continue;
    trail.enter(depth, name);
    if (field.repeated) writeList(out, field, content, trail, depth);
    else writeElement(out, field, content, trail, depth);
  }
}

function writeList(out: BackWriter, field: Field, value: unknown, trail: Trail, depth: number): void {
  if (!Array.isArray(value)) throw trail.refuse('must be an array');
  const elements: readonly unknown[] = value;
  for (let i = elements.length - 1; i >= 0; i--) {
    trail.depth = depth + 1;
    writeElement(out, field, elements[i], trail, depth);
  }
}

function writeElement(out: BackWriter, { number, kind }: Field, value: unknown, trail: Trail, depth: number): void {
  if (typeof kind === 'string') {
    writeScalar(out, kind, value, trail);
    out.varint((number << 3) | getWireType(kind));
    return;
  }
  const before = out.length;
  writeMessage(out, kind, value, trail, depth + 1);
  out.varint(out.length - before);
  out.varint((number << 3) | 2);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
