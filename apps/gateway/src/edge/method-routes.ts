import { ServiceError } from '@svc/errors';
import type { FastifyInstance } from 'fastify';
import findMyWay from 'find-my-way';
import { MAX_PATH_PARAMETER } from './http-app.js';

/**
 * Answers every method a known path does not have: OPTIONS with the methods it has, all others with 405. Without this the router
 * answers 404, which would say that the path does not exist; with a route for each it would take a tenth of a second more to start.
 */
export function registerOtherMethods(
  server: FastifyInstance,
  methodsByPath: ReadonlyMap<string, readonly string[]>,
): void {
  const paths = findMyWay({ maxParamLength: MAX_PATH_PARAMETER });
  for (const [url, methods] of methodsByPath) paths.on('GET', url, () => undefined, allowOf(methods));
  // Before the body is received: its size or type must not change the answer.
  server.addHook('onRequest', (request, reply, done) => {
    const allow = request.is404 ? (paths.find('GET', request.url)?.store as string | undefined) : undefined;
    if (allow === undefined) return done();
    void reply.header('allow', allow);
    if (request.method === 'OPTIONS') void reply.code(204).send();
    else done(new ServiceError('method_not_allowed'));
  });
}

function allowOf(methods: readonly string[]): string {
  const served = new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS']);
  return [...served].sort().join(', ');
}
