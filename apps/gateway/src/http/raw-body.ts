import { Readable } from 'node:stream';
import { linger } from '@svc/http';
import { ServiceError } from '@svc/service-error';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Largest body of a REST request. Uploads have routes of their own. */
export const MAX_BODY_BYTES = 1024 * 1024;
/** Largest body of a request without a credential: codes, tokens and passwords. */
export const MAX_PUBLIC_BODY_BYTES = 16 * 1024;

/** Leaves every body unread: a guard decides first whether the caller may send one, and no parser of the framework sees it. */
export function leaveBodiesUnread(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
}

/**
 * Receives the body of a request; empty when it has none.
 *
 * @param maxBytes refuses a larger body.
 *
 * @throws ServiceError payload_too_large; invalid_request when the body ends early. The rest of a refused body is received for a
 *   while, so that the answer arrives.
 */
export async function receiveBody(request: FastifyRequest, maxBytes = MAX_BODY_BYTES): Promise<Uint8Array> {
  const { body } = request;
  if (!(body instanceof Readable)) return new Uint8Array();
  try {
    return await readAll(body, Number(request.headers['content-length']), maxBytes);
  } catch (error) {
    linger(request.raw);
    throw error;
  }
}

function readAll(body: Readable, declaredBytes: number, maxBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    if (declaredBytes > maxBytes) return reject(new ServiceError('payload_too_large'));
    // The caller left while it was being admitted: nothing would ever arrive.
    if (body.destroyed) return reject(new ServiceError('invalid_request'));
    const chunks: Buffer[] = [];
    let received = 0;
    const settle = (finish: () => void): void => {
      // The rest of the body is discarded without listeners; destroying the stream would end the connection before the
      // answer.
      body.off('data', take).off('end', end).off('error', fail);
      finish();
    };
    const take = (chunk: Buffer): void => {
      received += chunk.length;
      if (received > maxBytes) settle(() => reject(new ServiceError('payload_too_large')));
      else chunks.push(chunk);
    };
    const end = (): void => settle(() => resolve(Buffer.concat(chunks, received)));
    const fail = (cause: Error): void => settle(() => reject(new ServiceError('invalid_request', { cause })));
    body.on('data', take).on('end', end).on('error', fail);
  });
}
