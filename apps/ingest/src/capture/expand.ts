import { contentEncoding, expand, type BodyLimits } from '../receive/body.js';

/** Decompresses a body outside the event loop. A beacon cannot set Content-Encoding, so gzip is detected by its first bytes. */
export function expandBody(body: Buffer, header: string | undefined, limits: BodyLimits): Promise<Buffer> {
  const encoding = contentEncoding(header);
  const isGzip = encoding === 'identity' && body[0] === 0x1f && body[1] === 0x8b;
  return expand(body, isGzip ? 'gzip' : encoding, limits);
}
