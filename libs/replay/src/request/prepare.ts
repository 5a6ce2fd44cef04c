import { packEvents } from '../block/content.js';
import { describeChunk, type ChunkDescription } from '../block/describe.js';
import type { RecordedEvent } from '../events/event.js';
import { NodeMemory, type RememberedNodes } from '../redact/node-memory.js';
import { EventRedactor } from '../redact/redact-event.js';
import type { RedactionSettings } from '../settings/settings.js';
import { MAX_REQUEST_BYTES, readRequest, type ChunkPlace, type ReplayRequest } from './read-request.js';

/** What is known before a request is read: the place that it seems to have, and the nodes of the page after the chunk before it. */
export interface ChunkContext {
  readonly place: ChunkPlace;
  /** Absent if the chunk before it is not known. */
  readonly nodes?: RememberedNodes | undefined;
  /** What the project keeps; nothing if absent. */
  readonly settings?: RedactionSettings | undefined;
  /** Whether it is the place of the chunk, which the request does not say: one of `timedPlaces`. */
  readonly isGiven?: boolean | undefined;
}

/** A chunk that is ready to be stored. */
export interface PreparedChunk {
  readonly place: ChunkPlace;
  readonly distinctId: string;
  readonly sentAtMs: number | undefined;
  readonly sdk: string;
  readonly release: string;
  readonly environment: string;
  readonly description: ChunkDescription;
  /** Of `packEvents`. */
  readonly content: Uint8Array;
  /** Bytes of the redacted events as text. */
  readonly bytes: number;
  /** The nodes of the page after the chunk. */
  readonly nodes: RememberedNodes;
}

/** The real place of a request whose place was guessed wrong. */
export interface MisplacedChunk {
  readonly place: ChunkPlace;
  readonly content?: undefined;
}

/**
 * Reads, redacts and packs a request.
 *
 * @returns only the place if it is another one than that of the context, which the caller then has to look up.
 * @throws ServiceError invalid_request or payload_too_large.
 */
export function prepareChunk(body: Uint8Array, context: ChunkContext): PreparedChunk | MisplacedChunk {
  const { place, nodes, settings, isGiven = false } = context;
  const request = readRequest(body, isGiven ? place : undefined);
  if (!isSame(request, place)) return { place: placeOf(request) };
  const redactor = new EventRedactor(nodes ? NodeMemory.from(nodes) : NodeMemory.unknown(isGiven), settings);
  const events: readonly RecordedEvent[] = request.events;
  for (const event of events) redactor.redact(event);
  const { texts } = redactor;
  const url = texts.url(request.url);
  const { content, bytes } = packEvents(events, MAX_REQUEST_BYTES);
  return {
    place: placeOf(request),
    distinctId: request.distinctId,
    sentAtMs: request.sentAtMs,
    sdk: texts.search(request.sdk, 'text'),
    release: texts.search(request.release, 'text'),
    environment: texts.search(request.environment, 'text'),
    description: describeChunk(events, url, texts.masked),
    content,
    bytes,
    nodes: redactor.memory.remember(),
  };
}

const HEAD_BYTES = 4 * 1024;

/**
 * The place that a body seems to have, read from its first bytes, where recorders write it. It may be wrong: `prepareChunk` checks it.
 */
export function guessPlace(body: Uint8Array): ChunkPlace {
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, HEAD_BYTES)).toString('utf8');
  const text = (name: string): string => {
    const [, value = ''] = new RegExp(`"${name}"\\s*:\\s*("(?:[^"\\\\]|\\\\.)*")`).exec(head) ?? [];
    return value === '' ? '' : parse(value);
  };
  const [, seq = '-1'] = /"seq"\s*:\s*(\d{1,10})(?=[\s,}])/.exec(head) ?? [];
  return { sessionId: text('session_id'), windowId: text('window_id'), seq: Number(seq) };
}

/** A JSON text. */
function parse(text: string): string {
  try {
    return JSON.parse(text) as string;
  } catch {
    return '';
  }
}

const placeOf = ({ sessionId, windowId, seq }: ReplayRequest): ChunkPlace => ({ sessionId, windowId, seq });

const isSame = (a: ChunkPlace, b: ChunkPlace): boolean =>
  a.sessionId === b.sessionId && a.windowId === b.windowId && a.seq === b.seq;
