import type { IncomingMessage } from 'node:http';
import { ServiceError } from '@svc/errors';
import { expandAsync, type ContentEncoding } from '@svc/otlp';
import type { Reservation } from './admission.js';

/** The encodings OTLP knows; anything else is 415. */
export function contentEncoding(header: string | undefined): ContentEncoding {
  const name = header?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return 'identity';
  if (name === 'gzip') return 'gzip';
  throw new ServiceError('unsupported_media_type', { message: 'content-encoding: must be gzip or identity' });
}

/** Reads a body of at most `maxBytes`, reserving what it reads. */
export async function readBody(request: IncomingMessage, maxBytes: number, reservation: Reservation): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > maxBytes) throw new ServiceError('payload_too_large');
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.byteLength;
      if (length > maxBytes) throw new ServiceError('payload_too_large');
      reservation.grow(chunk.byteLength);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof ServiceError ? error : new ServiceError('cancelled', { cause: error });
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length);
}

/**
 * Expands a body outside the event loop, to at most `maxBytes`: a bomb of a few kilobytes is refused with 413 as a large body
 * is, before its content exists.
 */
export async function expand(body: Buffer, encoding: ContentEncoding, maxBytes: number): Promise<Buffer> {
  if (encoding === 'identity') return body;
  try {
    return await expandAsync(body, maxBytes);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new ServiceError('payload_too_large');
    throw new ServiceError('invalid_request', { message: 'The body is not valid gzip.', cause });
  }
}
