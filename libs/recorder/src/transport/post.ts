import type { Reply } from './backoff.js';

/** Browsers send at most 64 KiB for pages that are gone, together. */
export const KEEPALIVE_BYTES = 60 * 1024;
/** A request without an answer has failed after this time, in milliseconds. */
export const TIMEOUT_MS = 60_000;

/** The answer of the service to a chunk, as far as a recorder needs it. */
export interface Answer {
  readonly need_snapshot?: boolean;
  readonly closed?: 'deleted' | 'ended' | 'too_long';
}

/** The function of the browser as it was when this module was loaded: what wraps it later does not see chunks. */
const send = globalThis.fetch;

export const toBytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

export async function compress(text: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!('CompressionStream' in globalThis)) return undefined;
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * Sends a chunk. A body that is not compressed needs no preflight, because its type is one that forms can send.
 *
 * @returns status 0 if there was no answer; never rejects.
 */
export async function post(
  address: string,
  body: Uint8Array<ArrayBuffer>,
  isCompressed: boolean,
): Promise<Reply & { readonly answer?: Answer }> {
  try {
    const response = await send(address, {
      method: 'POST',
      body,
      headers: { 'content-type': 'text/plain', ...(isCompressed && { 'content-encoding': 'gzip' }) },
      credentials: 'omit',
      keepalive: body.length <= KEEPALIVE_BYTES,
      signal: AbortSignal.timeout?.(TIMEOUT_MS),
    });
    const answer = response.ok ? ((await response.json()) as Answer) : {};
    return { status: response.status, retryAfter: response.headers.get('retry-after'), answer };
  } catch {
    return { status: 0 };
  }
}
