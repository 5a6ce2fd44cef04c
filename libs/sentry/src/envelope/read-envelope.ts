import { isJsonObject, parseJson, type Budget, type JsonObject } from '@svc/otlp/wire';
import { invalidField, ServiceError } from '@svc/service-error';

const NEWLINE = 0x0a;

/** One item of an envelope. */
export interface EnvelopeItem {
  readonly type: string;
  readonly header: JsonObject;
  readonly payload: Buffer;
  /** Its name in messages of errors. */
  readonly path: string;
}

export interface Envelope {
  readonly header: JsonObject;
  readonly items: readonly EnvelopeItem[];
}

/**
 * Reads an envelope:
 *
 *   envelope := header { '\n' item } [ '\n' ]
 *   item     := header '\n' payload
 *
 * Headers are objects of JSON in one line. A payload has the `length` in bytes that its header states, or ends before the next newline.
 *
 * @throws ServiceError invalid_request that names the item, or payload_too_large for too many items.
 */
export function readEnvelope(body: Buffer, budget: Budget): Envelope {
  const end = lineEnd(body, 0);
  const header = readObject(body.subarray(0, end), 'header');
  const items: EnvelopeItem[] = [];
  for (let at = end + 1; at < body.length;) {
    budget.take();
    const path = `items[${items.length}]`;
    const headerEnd = lineEnd(body, at);
    const item = readObject(body.subarray(at, headerEnd), `${path}.header`);
    if (headerEnd === body.length) throw invalidField(path, 'has no payload');
    const start = headerEnd + 1;
    const payloadEnd = endOfPayload(body, start, item, path);
    const type = item['type'];
    if (typeof type !== 'string') throw invalidField(`${path}.header.type`, 'must be a text');
    items.push({ type, header: item, payload: body.subarray(start, payloadEnd), path });
    at = payloadEnd + 1;
  }
  return { header, items };
}

/** Bytes of a header that is read before it is known who has sent it. */
const LONGEST_HEADER = 16 * 1024;

/** The header of an envelope alone, for the key that its DSN may have; undefined if it cannot be read, or is very long. */
export function readEnvelopeHeader(body: Buffer): JsonObject | undefined {
  const start = body.subarray(0, LONGEST_HEADER);
  try {
    return readObject(start.subarray(0, lineEnd(start, 0)), 'header');
  } catch {
    return undefined;
  }
}

/** Parses an object of JSON. @throws ServiceError invalid_request that names it by its path. */
export function readObject(bytes: Buffer, path: string): JsonObject {
  let value: unknown;
  try {
    value = parseJson(bytes);
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    throw invalidField(path, 'is not valid JSON in UTF-8');
  }
  if (!isJsonObject(value)) throw invalidField(path, 'must be an object');
  return value;
}

function endOfPayload(body: Buffer, start: number, { length }: JsonObject, path: string): number {
  if (length === undefined || length === null) return lineEnd(body, start);
  if (typeof length !== 'number' || !Number.isSafeInteger(length) || length < 0)
    throw invalidField(`${path}.header.length`, 'must be a number of bytes');
  const end = start + length;
  if (end > body.length) throw invalidField(path, 'is shorter than its length says');
  if (end < body.length && body[end] !== NEWLINE) throw invalidField(path, 'must end with a newline after its length');
  return end;
}

function lineEnd(body: Buffer, from: number): number {
  const end = body.indexOf(NEWLINE, from);
  return end < 0 ? body.length : end;
}
