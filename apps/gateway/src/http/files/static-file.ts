import { readFile } from 'node:fs/promises';
import { entityTag, isCurrent } from '@svc/http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A file of this release, as it is served. */
export interface StaticFile {
  readonly content: Buffer;
  /** Without quotes. */
  readonly etag: string;
  readonly type: string;
}

/** @param type the media type of the answer. @throws Error when there is no such file. */
export async function loadFile(url: URL, type: string): Promise<StaticFile> {
  const content = await readFile(url);
  return { content, type, etag: entityTag(content) };
}

/** Sends a file, or 304 to a client that has it. It has a validator instead of a lifetime, so that a new release shows at once. */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { content, etag, type }: StaticFile,
  cacheControl = 'no-cache',
): void {
  void reply.headers({ etag: `"${etag}"`, 'cache-control': cacheControl });
  if (isCurrent(request.headers['if-none-match'], etag)) void reply.code(304).send();
  else void reply.type(type).send(content);
}

/** Loads once, at the first use. A failure is not kept, so that the next use tries again. */
export function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}
