import { MAX_DEPTH } from '../attributes/any-value.js';
import type { Signal } from '../signal.js';
import { malformed } from '../wire/malformed.js';
import { BackWriter } from './back-writer.js';
import { parseJson } from './parse.js';
import { wireTypeOf, writeScalar } from './scalars.js';
import { REQUESTS, type Field, type MessageSchema } from './schema.js';

/**
 * Messages inside one another: the envelope and a metric's data down to an attribute's value take fewer than 12, and each array or
 * map inside a value takes at most 3.
 */
const MAX_MESSAGES = 12 + 3 * MAX_DEPTH;

/**
 * Turns an OTLP/JSON request into the same request in protobuf. Keys other than the lowerCamelCase names of the schema are
 * ignored, ids are hexadecimal in either case, enums are integers, 64-bit integers may be numbers or decimal strings, bytes are
 * base64. Throws `invalid_request` naming the field, never its value.
 */
export function transcodeJson(signal: Signal, body: Uint8Array): Buffer {
  const out = new BackWriter(Math.max(body.length >>> 1, 256));
  writeMessage(out, REQUESTS[signal], parseJson(body), '', 0);
  return out.finish();
}

function writeMessage(out: BackWriter, schema: MessageSchema, value: unknown, path: string, depth: number): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw malformed(path === '' ? 'body' : path, 'must be an object');
  if (depth > MAX_MESSAGES) throw malformed(path, `values are nested more than ${MAX_DEPTH} deep`);
  const entries = Object.entries(value);
  for (let i = entries.length - 1; i >= 0; i--) {
    const [name, content] = entries[i] as [string, unknown];
    const field = schema.fields.get(name);
    if (field !== undefined && content !== null)
      writeField(out, field, content, path === '' ? name : `${path}.${name}`, depth);
  }
}

function writeField(out: BackWriter, field: Field, value: unknown, path: string, depth: number): void {
  if (!field.repeated) {
    writeElement(out, field, value, path, depth);
    return;
  }
  if (!Array.isArray(value)) throw malformed(path, 'must be an array');
  const elements: readonly unknown[] = value;
  for (let i = elements.length - 1; i >= 0; i--) writeElement(out, field, elements[i], path, depth);
}

function writeElement(out: BackWriter, { number, kind }: Field, value: unknown, path: string, depth: number): void {
  if (typeof kind === 'string') {
    writeScalar(out, kind, value, path);
    out.varint((number << 3) | wireTypeOf(kind));
    return;
  }
  const before = out.length;
  writeMessage(out, kind, value, path, depth + 1);
  out.varint(out.length - before);
  out.varint((number << 3) | 2);
}
