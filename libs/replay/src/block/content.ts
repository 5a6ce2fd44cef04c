import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, zstdCompressSync, zstdDecompress } from 'node:zlib';
import { ServiceError } from '@svc/service-error';
import type { RecordedEvent } from '../events/event.js';
import { DICTIONARY } from './dictionary.js';

const expand = promisify(zstdDecompress);
/** Of zstd; the ninth level takes a third more time and saves nothing. */
const LEVEL = { dictionary: DICTIONARY, params: { [constants.ZSTD_c_compressionLevel]: 6 } };
/** The first byte of a block: how the others are packed. */
const FORMAT = Buffer.of(1);
const LINE_FEED = 10;
/** Bytes of lines that are read before others have a turn: a millisecond or two. */
const TURN_BYTES = 1024 * 1024;

/** An event of a block. Its text is never parsed, because parsing a large one would hold the event loop. */
export interface PackedEvent {
  /** Milliseconds since 1970 on the clock of the browser. */
  readonly timestamp: number;
  readonly type: number;
  /** JSON. */
  readonly text: string;
}

/** The content of a block, and how many bytes its events have as text. */
export interface BlockContent {
  readonly content: Uint8Array;
  readonly bytes: number;
}

/** One block with the events of several, one after the other: what they have in common is stored once. */
export async function mergeBlocks(blocks: readonly BlockContent[]): Promise<BlockContent> {
  const lines: Buffer[] = [];
  for (const { content, bytes } of blocks) lines.push(await unpackLines(content, bytes));
  return packLines(Buffer.concat(lines));
}

/**
 * The content of a block: a line for each event with its time, its type and its JSON, compressed.
 *
 * @param maxBytes that the lines may have. Redacted events can be longer than they were sent: numbers in another notation, and
 *   replaced texts.
 * @throws ServiceError payload_too_large that names what is too long.
 */
export function packEvents(
  events: readonly RecordedEvent[],
  maxBytes: number,
): { readonly content: Buffer; readonly bytes: number } {
  const lines: Buffer[] = [];
  let bytes = 0;
  for (const [index, event] of events.entries()) {
    const line = Buffer.from(`${event.timestamp} ${event.type} ${JSON.stringify(event)}\n`);
    if (line.byteLength > maxBytes) throw tooLarge(`events[${index}]`, 'the event has', maxBytes);
    bytes += line.byteLength;
    if (bytes > maxBytes) throw tooLarge('events', 'they have', maxBytes);
    lines.push(line);
  }
  return packLines(Buffer.concat(lines, bytes));
}

function packLines(lines: Buffer): { readonly content: Buffer; readonly bytes: number } {
  return { content: Buffer.concat([FORMAT, zstdCompressSync(lines, LEVEL)]), bytes: lines.byteLength };
}

function tooLarge(field: string, subject: string, maxBytes: number): ServiceError {
  const message = `${field}: ${subject} more than ${maxBytes} bytes as JSON after redaction`;
  return new ServiceError('payload_too_large', { message });
}

/**
 * The events of a block, in the order in which they were sent. Reading them gives others turns in between.
 *
 * @param maxBytes that they have at most.
 * @throws Error for a block of another format.
 */
export async function unpackEvents(content: Uint8Array, maxBytes: number): Promise<PackedEvent[]> {
  const lines = await unpackLines(content, maxBytes);
  const events: PackedEvent[] = [];
  let from = 0;
  let turn = 0;
  for (let end = lines.indexOf(LINE_FEED); end >= 0; end = lines.indexOf(LINE_FEED, from)) {
    events.push(readLine(lines.toString('utf8', from, end)));
    from = end + 1;
    if (from - turn < TURN_BYTES) continue;
    turn = from;
    await setImmediate();
  }
  return events;
}

async function unpackLines(content: Uint8Array, maxBytes: number): Promise<Buffer> {
  if (content[0] !== FORMAT[0]) throw new Error('a block of a recording has an unknown format');
  const options = { dictionary: DICTIONARY, maxOutputLength: Math.max(1, maxBytes) };
  return expand(content.subarray(1), options);
}

function readLine(line: string): PackedEvent {
  const first = line.indexOf(' ');
  const second = line.indexOf(' ', first + 1);
  return {
    timestamp: Number(line.slice(0, first)),
    type: Number(line.slice(first + 1, second)),
    text: line.slice(second + 1),
  };
}
