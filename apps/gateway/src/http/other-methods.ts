import { operations, rawRoutes } from '@svc/contract';
import { ServiceError } from '@svc/service-error';
import type { FastifyInstance } from 'fastify';
import findMyWay from 'find-my-way';

/** The router's own limit (100) would answer 404 for a long ID before the operation can report the fault. */
export const MAX_PATH_PARAMETER = 16_384;

/**
 * Answers every method that a known path does not have: OPTIONS with the methods it has, all others with 405. Without this the
 * router answers 404, which would say that the path does not exist, or takes a fixed path such as /logs/fields for an ID where only
 * /logs/{log_id} has the method. A route for each would make the start a tenth of a second longer.
 */
export function answerOtherMethods(server: FastifyInstance): void {
  const paths = findMyWay({ maxParamLength: MAX_PATH_PARAMETER, ignoreTrailingSlash: true });
  for (const [url, methods] of methodsByPath()) paths.on('GET', url, () => undefined, toAllow(methods));
  // The check precedes the body, whose size or type must not change the answer.
  server.addHook('onRequest', (request, reply, done) => {
    const allowed = paths.find('GET', request.url)?.store as readonly string[] | undefined;
    if (!allowed) return done(request.is404 ? new ServiceError('not_found') : undefined);
    if (!request.is404 && allowed.includes(request.method)) return done();
    void reply.header('allow', allowed.join(', '));
    if (request.method === 'OPTIONS') void reply.code(204).send();
    else done(new ServiceError('method_not_allowed'));
  });
}

/** Converts a path of the contract to one of the router: `{search_id}` becomes `:search_id`. */
export function toRoutePath(path: string): string {
  return path.replaceAll(/\{([a-z0-9_]+)\}/g, ':$1');
}

function methodsByPath(): ReadonlyMap<string, readonly string[]> {
  const handWritten = rawRoutes.filter(({ interfaces }) => interfaces.includes('gateway'));
  const methods = new Map<string, string[]>();
  const urls = new Map<string, string>();
  for (const { path, method } of [...operations, ...handWritten]) {
    const url = toRoutePath(path);
    // Two operations may name the same parameter differently; it is one path all the same.
    const shape = url.replaceAll(/:[a-z0-9_]+/g, ':');
    const known = urls.get(shape) ?? url;
    urls.set(shape, known);
    methods.set(known, [...(methods.get(known) ?? []), method]);
  }
  return methods;
}

function toAllow(methods: readonly string[]): readonly string[] {
  const served = new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS']);
  return [...served].sort();
}
