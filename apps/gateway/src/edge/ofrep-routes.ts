import { isJsonObject, rawRoutes, type RawRoute } from '@svc/contract';
import { ServiceError, unavailable } from '@svc/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ofrep } from '../flags/ofrep.js';
import type { Admission, Admitted } from './admission.js';
import { toCallContext } from './call-context.js';
import { isCurrent } from './document-reply.js';
import { readJsonBody } from './request-body.js';
import { JSON_TYPE } from './response-headers.js';

export interface OfrepRoutesOptions {
  readonly admission: Admission;
  /** Undefined where nobody evaluates flags: then it is 503. */
  readonly ofrep: Ofrep | undefined;
}

const ADMITTED = 'ofrepAdmitted';

/**
 * Serves the OpenFeature Remote Evaluation Protocol. Who may ask is decided as for operations; what the answer says is not ours.
 *
 * @returns the methods each path has.
 */
export function registerOfrep(server: FastifyInstance, options: OfrepRoutesOptions): Map<string, string[]> {
  server.decorateRequest(ADMITTED, null);
  const methods = new Map<string, string[]>();
  for (const route of rawRoutes.filter(({ id }) => id.startsWith('ofrep.'))) {
    const url = route.path.replace('{key}', ':key');
    methods.set(url, [route.method]);
    server.route({
      method: route.method,
      url,
      onRequest: async (request, reply) => {
        request.setDecorator<Admitted>(ADMITTED, await options.admission.admit(route, request, reply));
      },
      handler: async (request, reply) => {
        await serve(route, request, reply, options);
        return reply;
      },
    });
  }
  return methods;
}

async function serve(
  route: RawRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  { admission, ofrep }: OfrepRoutesOptions,
): Promise<void> {
  const admitted = request.getDecorator<Admitted>(ADMITTED);
  const project = await admission.projectWithBody(route, admitted, undefined, reply);
  const { key } = request.params as { readonly key?: string };
  const body = readBody(request);
  if (!ofrep) throw unavailable(new Error('Nobody evaluates flags.'));
  const { project: asked } = toCallContext(request.id, admitted.credential.principal, project);
  if (!asked) throw new ServiceError('internal', { cause: new Error('flags are evaluated in a project') });
  const { status, body: answer, etag } = await ofrep.evaluate(key, body, asked);
  if (etag !== undefined) {
    void reply.headers({ etag: `"${etag}"`, 'cache-control': 'private,no-cache' });
    if (isCurrent(request.headers['if-none-match'], etag)) return void reply.code(304).send();
  }
  if (status === 503) void reply.header('retry-after', '1');
  void reply.code(status).type(JSON_TYPE).send(answer);
}

/** Undefined for what is no JSON object. @throws ServiceError for a body of another media type. */
function readBody(request: FastifyRequest): Record<string, unknown> | undefined {
  try {
    const body = readJsonBody(request.headers, request.body);
    return isJsonObject(body) ? body : undefined;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'invalid_request') return undefined;
    throw error;
  }
}
