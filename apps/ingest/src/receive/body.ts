import type { Readable } from 'node:stream';
import { ServiceError } from '@svc/errors';
import { expandAsync, expandedSize, type ContentEncoding } from '@svc/otlp';
import type { Reservation } from './admission.js';

/** A client that sends nothing for so long loses its place: what it holds is refused to others. */
const STALL_MS = 10_000;
/** A body that takes longer in all is one that is meant to. */
const WHOLE_MS = 60_000;

/** The encodings OTLP knows; anything else is 415. */
export function contentEncoding(header: string | undefined): ContentEncoding {
  const name = header?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return 'identity';
  if (name === 'gzip') return 'gzip';
  throw new ServiceError('unsupported_media_type', { message: 'content-encoding: must be gzip or identity' });
}

export interface BodyLimits {
  readonly maxBytes: number;
  /** Grows by what is read while it is read. */
  readonly reservation: Reservation;
  /** Longest pause between two pieces, in milliseconds. */
  readonly stallMs?: number;
  /** Longest time from the first piece to the last, in milliseconds. */
  readonly wholeMs?: number;
}

/**
 * Reads a body to its end. A refusal in the middle of it stops the reading and leaves the stream open, so that the client can
 * still be told.
 */
export function readBody(
  source: Readable,
  { maxBytes, reservation, stallMs = STALL_MS, wholeMs = WHOLE_MS }: BodyLimits,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const late = (): void => refuse(new ServiceError('timeout'));
    const stalled = setTimeout(late, stallMs);
    const overdue = setTimeout(late, wholeMs);
    const onData = (chunk: Buffer): void => {
      stalled.refresh();
      length += chunk.byteLength;
      try {
        if (length > maxBytes) throw new ServiceError('payload_too_large');
        reservation.grow(chunk.byteLength);
        chunks.push(chunk);
      } catch (error) {
        refuse(error);
      }
    };
    const onEnd = (): void => {
      stop();
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length));
    };
    const onBroken = (cause?: unknown): void => refuse(new ServiceError('cancelled', { cause }));
    const refuse = (error: unknown): void => {
      stop();
      source.pause();
      // The reason is a ServiceError in every case but a fault of ours, which has to arrive as it is.
      reject(error instanceof Error ? error : new Error('reading failed', { cause: error }));
    };
    const stop = (): void => {
      clearTimeout(stalled);
      clearTimeout(overdue);
      source.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
      // What breaks later is of no more interest, and must not end the process.
      source.on('error', () => undefined);
    };
    source.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  });
}

/**
 * Expands a gzip body outside the event loop. It is first given the size it claims for itself; only a body of several members, which
 * claims the size of the last one, needs a second attempt.
 */
export async function expand(body: Buffer, encoding: ContentEncoding, limits: BodyLimits): Promise<Buffer> {
  if (encoding === 'identity') return body;
  const attempt = (limit: number) => expandAsync(body, Math.max(1, limit));
  return expandWithin(limits, expandedSize(body), attempt, 'The body is not valid gzip.');
}

/**
 * Expands to at most `maxBytes`: a bomb of a few kilobytes is refused with 413 as a large body is, before its content exists. What it
 * expands to is reserved beforehand: `usualBytes`, and all there may be where that is not enough. Any other failure of an attempt is
 * the refusal `invalid`.
 */
export async function expandWithin(
  { maxBytes, reservation }: BodyLimits,
  usualBytes: number,
  attempt: (limit: number) => Promise<Buffer>,
  invalid: string,
): Promise<Buffer> {
  let reserved = 0;
  for (const limit of [Math.min(usualBytes, maxBytes), maxBytes]) {
    reservation.grow(limit - reserved);
    reserved = limit;
    try {
      const expanded = await attempt(limit);
      reservation.grow(expanded.byteLength - reserved);
      return expanded;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE')
        throw new ServiceError('invalid_request', { message: invalid, cause });
    }
  }
  throw new ServiceError('payload_too_large');
}
