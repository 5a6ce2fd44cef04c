import type { Readable } from 'node:stream';
import { deadline } from '@svc/config';
import { COMPRESSIONS, expandAsync, expandedSize, type ContentEncoding } from '@svc/otlp';
import { ServiceError } from '@svc/service-error';
import type { Reservation } from './admission.js';

/** A request is aborted after this long without data, because its reservation is not available to others. */
const STALL_MS = deadline(10_000);
/** The interval in which the pace of a body is checked. */
const PACE_MS = deadline(5_000);
/**
 * The minimum part of the bytes received so far that has to arrive in each interval. A body that arrives at a steady
 * rate, however slow, exceeds this part until its maximum duration is over; one that stops halfway and then trickles
 * does not.
 */
const LEAST_PART = 1 / 16;
/** Maximum duration of receiving a body; only a deliberately slow client takes longer. */
const WHOLE_MS = deadline(60_000);

/** The content encodings by their names in requests, including aliases of HTTP and of the Collector. */
const ENCODINGS: ReadonlyMap<string, ContentEncoding> = new Map<string, ContentEncoding>([
  ['', 'identity'],
  ['identity', 'identity'],
  ['x-gzip', 'gzip'],
  ['zlib', 'deflate'],
  ...COMPRESSIONS.map((name) => [name, name] as const),
]);

/** @throws ServiceError `unsupported_media_type` for an unknown encoding, or several. */
export function contentEncoding(name: string | undefined, field = 'content-encoding'): ContentEncoding {
  const encoding = ENCODINGS.get(name?.trim().toLowerCase() ?? '');
  if (encoding) return encoding;
  throw new ServiceError('unsupported_media_type', {
    message: `${field}: must be ${COMPRESSIONS.join(', ')} or identity`,
  });
}

export interface BodyLimits {
  readonly maxBytes: number;
  /** Grows with the bytes that have been read. */
  readonly reservation: Reservation;
  /** Maximum pause between two chunks, in milliseconds. */
  readonly stallMs?: number;
  /** Interval of the checks of pace, in milliseconds. */
  readonly paceMs?: number;
  /** Maximum time from the first chunk to the last, in milliseconds. */
  readonly wholeMs?: number;
}

/**
 * Reads a body to its end. If it is refused, reading stops but the stream stays open, so that the client can still
 * receive the response.
 */
export function readBody(
  source: Readable,
  { maxBytes, reservation, stallMs = STALL_MS, paceMs = PACE_MS, wholeMs = WHOLE_MS }: BodyLimits,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const late = (): void => refuse(new ServiceError('timeout'));
    const stalled = setTimeout(late, stallMs);
    const overdue = setTimeout(late, wholeMs);
    let checkedLength = 0;
    const pace = setInterval(() => {
      if (length - checkedLength < checkedLength * LEAST_PART) late();
      checkedLength = length;
    }, paceMs);
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
      // The reason is a ServiceError unless our own code failed; then the original error is passed on.
      reject(error instanceof Error ? error : new Error('reading failed', { cause: error }));
    };
    const stop = (): void => {
      clearTimeout(stalled);
      clearTimeout(overdue);
      clearInterval(pace);
      source.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
      // Ignore later errors of the stream, which would otherwise crash the process.
      source.on('error', () => undefined);
    };
    source.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  });
}

/**
 * Decompresses a body outside the event loop. The first attempt reserves the size to which it probably expands; a second one is rarely
 * needed.
 */
export async function expand(body: Buffer, encoding: ContentEncoding, limits: BodyLimits): Promise<Buffer> {
  if (encoding === 'identity') return body;
  const attempt = (limit: number) => expandAsync(body, encoding, Math.max(1, limit));
  return expandWithin(limits, expandedSize(body, encoding), attempt);
}

const INVALID = 'The body is not in the encoding it is sent with.';

/**
 * Decompresses to at most `maxBytes`: a decompression bomb is refused with 413 like a large body, before its content is in memory. The
 * memory is reserved beforehand: `usualBytes` first, then the maximum if that is not enough.
 */
async function expandWithin(
  { maxBytes, reservation }: BodyLimits,
  usualBytes: number,
  attempt: (limit: number) => Promise<Buffer>,
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
        throw new ServiceError('invalid_request', { message: INVALID, cause });
    }
  }
  throw new ServiceError('payload_too_large');
}
