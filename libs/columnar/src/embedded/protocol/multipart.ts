import { refusals } from '../engine/engine-failure.js';

/** Reads the plain form that `@clickhouse/client` sends for long parameters: named parts, no files, no encodings. */
export function readMultipart(body: Buffer, boundary: string): Map<string, Buffer> {
  const parts = new Map<string, Buffer>();
  const delimiter = Buffer.from(`--${boundary}`);
  let start = body.indexOf(delimiter);
  while (start >= 0) {
    const headerStart = start + delimiter.length + 2;
    const end = body.indexOf(Buffer.concat([Buffer.from('\r\n'), delimiter]), headerStart);
    if (end < 0) break;
    const headerEnd = body.indexOf('\r\n\r\n', headerStart);
    const name = /name="([^"]+)"/.exec(body.toString('latin1', headerStart, headerEnd))?.[1];
    if (headerEnd < 0 || headerEnd > end || name === undefined)
      throw refusals.badArguments('The multipart body is malformed');
    parts.set(name, body.subarray(headerEnd + 4, end));
    start = end + 2;
  }
  return parts;
}
