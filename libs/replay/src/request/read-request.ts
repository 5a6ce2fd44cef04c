import { readStableId } from '@svc/capture';
import { parseTimestamp } from '@svc/contract';
import type { JsonValue } from '@svc/redaction';
import { invalidField, ServiceError } from '@svc/service-error';
import { isObject, type JsonObject, type RecordedEvent } from '../events/event.js';
import { checkCount, checkEvents } from '../events/read-events.js';
import { Unpacker } from './unpack.js';

/** Decompressed bytes of a request, those of all events that are packed in it, and those of its redacted events. */
export const MAX_REQUEST_BYTES = 16 * 1024 * 1024;
const MAX_SEQ = 2_147_483_647;
const MAX_URL = 2_048;
const MAX_NAME = 200;

/** The place of a chunk: its session, the window (a tab), and its number in the window. */
export interface ChunkPlace {
  readonly sessionId: string;
  readonly windowId: string;
  /** From 0, without gaps; of recorders that do not number their chunks, see `timedPlaces`. */
  readonly seq: number;
}

/** A request to `POST /api/v1/replay`. */
export interface ReplayRequest extends ChunkPlace {
  readonly distinctId: string;
  /** When the browser sent it, in milliseconds since 1970 on its clock. */
  readonly sentAtMs: number | undefined;
  readonly sdk: string;
  /** Of the page, as sent. */
  readonly url: string;
  readonly release: string;
  readonly environment: string;
  readonly events: readonly RecordedEvent[];
}

/**
 * Reads a request.
 *
 * @param given the place of the chunk if the request does not say it.
 * @throws ServiceError invalid_request that names the field; payload_too_large if the events have too many bytes.
 */
export function readRequest(body: Uint8Array, given?: ChunkPlace): ReplayRequest {
  const request = parse(body);
  return {
    ...(given ?? readPlace(request)),
    distinctId: readStableId(request['distinct_id'], 'distinct_id'),
    sentAtMs: readTime(request),
    sdk: readName(request, 'sdk', MAX_NAME),
    url: readName(request, 'url', MAX_URL),
    release: readName(request, 'release', MAX_NAME),
    environment: readName(request, 'environment', MAX_NAME),
    events: readEvents(request['events']),
  };
}

function readPlace(request: JsonObject): ChunkPlace {
  const { seq } = request;
  if (!Number.isInteger(seq) || Number(seq) < 0 || Number(seq) > MAX_SEQ)
    throw invalidField('seq', 'must be the number of the chunk in its window, from 0');
  return {
    sessionId: readStableId(request['session_id'], 'session_id'),
    windowId: readStableId(request['window_id'], 'window_id'),
    seq: Number(seq),
  };
}

function parse(body: Uint8Array): JsonObject {
  let request: unknown;
  try {
    request = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    // The message of the parser quotes the text, so it is not forwarded.
    throw new ServiceError('invalid_request', { message: 'the body must be JSON in UTF-8' });
  }
  if (isObject(request)) return request;
  throw new ServiceError('invalid_request', { message: 'the body must be an object' });
}

function readTime({ sent_at: text }: JsonObject): number | undefined {
  if (text === undefined || text === null || text === '') return undefined;
  const instant = typeof text === 'string' ? parseTimestamp(text) : undefined;
  if (instant && 'nanos' in instant) return Number(instant.seconds) * 1_000 + Math.floor(instant.nanos / 1e6);
  throw invalidField('sent_at', 'must be an RFC 3339 time with a zone');
}

function readName(request: JsonObject, field: string, maxLength: number): string {
  const value: JsonValue | undefined = request[field];
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw invalidField(field, 'must be a string');
  if (value.length > maxLength) throw invalidField(field, `must have at most ${maxLength} characters`);
  if (/\p{Cc}/u.test(value) || !value.isWellFormed()) throw invalidField(field, 'must not have control characters');
  return value;
}

function readEvents(values: JsonValue | undefined): RecordedEvent[] {
  const unpacker = new Unpacker(MAX_REQUEST_BYTES);
  return checkEvents(checkCount(values).map((value, index) => unpacker.event(value, index)));
}
