import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib';
import { ServiceError } from '@svc/errors';
import { expandWithin, type BodyLimits } from '../receive/body.js';

type Expand = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const gzip: Expand = promisify(gunzip);

const ENCODINGS = new Map<string, Expand>([
  ['gzip', gzip],
  ['x-gzip', gzip],
  // `deflate` is defined as the zlib format, but clients often send raw deflate.
  [
    'deflate',
    (body, options) => ((body[0] ?? 0) % 16 === 8 ? promisify(inflate) : promisify(inflateRaw))(body, options),
  ],
  ['br', promisify(brotliDecompress)],
  ['zstd', promisify(zstdDecompress)],
]);

/** The first attempt reserves at least this many bytes, or this multiple of the size of the body. */
const FIRST_BYTES = 64 * 1024;
const USUAL_RATIO = 12;

/** Decompresses a body outside the event loop. A beacon cannot set Content-Encoding, so gzip is detected by its first bytes. */
export async function expandBody(
  body: Buffer,
  contentEncoding: string | undefined,
  limits: BodyLimits,
): Promise<Buffer> {
  const expand = parseEncoding(body, contentEncoding);
  if (!expand) return body;
  return expandWithin(
    limits,
    FIRST_BYTES + body.byteLength * USUAL_RATIO,
    (maxOutputLength) => expand(body, { maxOutputLength }),
    'The body is not in the encoding it is sent with.',
  );
}

function parseEncoding(body: Buffer, header: string | undefined): Expand | undefined {
  const name = header?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return body[0] === 0x1f && body[1] === 0x8b ? gzip : undefined;
  const expand = ENCODINGS.get(name);
  if (!expand) {
    const message = 'content-encoding: must be gzip, deflate, br, zstd or identity';
    throw new ServiceError('unsupported_media_type', { message });
  }
  return expand;
}
