import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib';
import { ServiceError } from '@svc/errors';
import type { BodyLimits } from '../receive/body.js';

type Expand = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const gzip: Expand = promisify(gunzip);

const ENCODINGS = new Map<string, Expand>([
  ['gzip', gzip],
  ['x-gzip', gzip],
  // Named after one format and often sent as the other.
  [
    'deflate',
    (body, options) => ((body[0] ?? 0) % 16 === 8 ? promisify(inflate) : promisify(inflateRaw))(body, options),
  ],
  ['br', promisify(brotliDecompress)],
  ['zstd', promisify(zstdDecompress)],
]);

/** What is tried first, in bytes; and how many times the size of the body. */
const FIRST_BYTES = 64 * 1024;
const USUAL_RATIO = 12;

/**
 * Expands a body outside the event loop, to at most `maxBytes`; what it may expand to is reserved first. A beacon cannot say that it
 * is compressed: gzip is known by its first bytes.
 */
export async function expandBody(
  body: Buffer,
  contentEncoding: string | undefined,
  { maxBytes, reservation }: BodyLimits,
): Promise<Buffer> {
  const expand = encodingOf(body, contentEncoding);
  if (!expand) return body;
  let reserved = 0;
  for (const limit of [Math.min(FIRST_BYTES + body.byteLength * USUAL_RATIO, maxBytes), maxBytes]) {
    reservation.grow(limit - reserved);
    reserved = limit;
    try {
      const expanded = await expand(body, { maxOutputLength: limit });
      reservation.grow(expanded.byteLength - reserved);
      return expanded;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE')
        throw new ServiceError('invalid_request', {
          message: 'The body is not in the encoding it is sent with.',
          cause,
        });
    }
  }
  throw new ServiceError('payload_too_large');
}

function encodingOf(body: Buffer, header: string | undefined): Expand | undefined {
  const name = header?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return body[0] === 0x1f && body[1] === 0x8b ? gzip : undefined;
  const expand = ENCODINGS.get(name);
  if (!expand) {
    const message = 'content-encoding: must be gzip, deflate, br, zstd or identity';
    throw new ServiceError('unsupported_media_type', { message });
  }
  return expand;
}
