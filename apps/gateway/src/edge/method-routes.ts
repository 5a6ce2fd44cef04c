import { ServiceError } from '@svc/errors';
import type { FastifyInstance, HTTPMethods } from 'fastify';

/**
 * Answers every method a known path does not have: OPTIONS with the methods it has, all others with 405. Without these routes
 * the router answers 404, which would say that the path does not exist.
 */
export function registerOtherMethods(
  server: FastifyInstance,
  methodsByPath: ReadonlyMap<string, readonly string[]>,
): void {
  for (const [url, methods] of methodsByPath) {
    const served = new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS']);
    const allow = [...served].sort().join(', ');
    server.route({
      method: 'OPTIONS',
      url,
      handler: (_request, reply) => reply.code(204).header('allow', allow).send(),
    });
    const others = server.supportedMethods.filter((method) => !served.has(method)) as HTTPMethods[];
    server.route({
      method: others,
      url,
      exposeHeadRoute: false,
      // Before the body is received: its size or type must not change the answer.
      onRequest: (_request, reply, done) => {
        void reply.header('allow', allow);
        done(new ServiceError('method_not_allowed'));
      },
      handler: (_request, reply) => reply.send(),
    });
  }
}
