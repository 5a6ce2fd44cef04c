import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { HealthRegistry } from '@svc/observability';
import type { Relational } from '@svc/relational';
import { HEALTH, RELATIONAL } from '@svc/runtime';
import { ServiceError } from '@svc/service-error';
import type { FastifyReply } from 'fastify';

/** Answers probes, which have no credential. */
@Controller('health')
export class HealthController {
  constructor(
    @Inject(HEALTH) private readonly health: HealthRegistry,
    @Inject(RELATIONAL) relational: Relational,
  ) {
    health.add('relational', () => relational.check());
  }

  /** The process answers. */
  @Get('live')
  live(): { readonly status: string } {
    return { status: 'ok' };
  }

  /** Everything the process needs answers. */
  @Get('ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const { ok, checks } = await this.health.report();
    if (ok) return { status: 'ok', checks };
    const failing = Object.keys(checks).filter((name) => !checks[name]);
    const error = new ServiceError('unavailable', { message: `Not ready: ${failing.join(', ')}.` });
    void reply.code(error.httpStatus).header('retry-after', '1');
    return { ...error.toBody(), checks };
  }
}
