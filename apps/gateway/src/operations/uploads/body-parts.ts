import type { Readable } from 'node:stream';

/** Largest part: a message between services may be larger, but a part is in memory twice. */
export const PART_BYTES = 4 * 1024 * 1024;

/** Cuts a body into parts. The sender waits while a part is handed on, because nothing is read in the meantime. */
export async function* cutIntoParts(body: Readable, partBytes = PART_BYTES): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    for (let rest = chunk; rest.length > 0;) {
      const taken = rest.subarray(0, partBytes - bytes);
      rest = rest.subarray(taken.length);
      chunks.push(taken);
      bytes += taken.length;
      if (bytes < partBytes) continue;
      yield Buffer.concat(chunks, bytes);
      [chunks, bytes] = [[], 0];
    }
  }
  if (bytes > 0) yield Buffer.concat(chunks, bytes);
}
