import { ServiceError } from '@svc/errors';
import type { HealthRegistry } from '@svc/observability';
import type { FastifyInstance } from 'fastify';

/** `/health/live`: the process answers. `/health/ready`: everything it needs does. Neither takes a credential. */
export function registerHealth(server: FastifyInstance, health: HealthRegistry): void {
  server.get('/health/live', () => ({ status: 'ok' }));
  server.get('/health/ready', async (_request, reply) => {
    const { ok, checks } = await health.report();
    if (ok) return { status: 'ok', checks };
    const failing = Object.keys(checks).filter((name) => !checks[name]);
    const error = new ServiceError('unavailable', { message: `Not ready: ${failing.join(', ')}.` });
    return reply
      .code(error.httpStatus)
      .header('retry-after', '1')
      .send({ ...error.toBody(), checks });
  });
}
