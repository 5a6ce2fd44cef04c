import { Controller, Post, Req, Res, UseFilters } from '@nestjs/common';
import { LIMITS, routingKeyOf } from '@svc/external-alerts';
import { ServiceError } from '@svc/service-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Requires } from '../admission/admission.guard.js';
import { Admission } from '../admission/admission.js';
import { receiveBody } from '../http/raw-body.js';
import { checkMediaType } from '../http/request-body.js';
import { AlertIntake } from './alert-intake.js';
import { WireErrorFilter } from './wire-error.filter.js';
import { findRoute } from './wire-route.js';

const ROUTE = findRoute('pagerduty');
/** Headers that may have a credential, which then is the only one. */
const CREDENTIALS = ['authorization', 'x-svc-api-key', 'x-api-key', 'cookie'];

/**
 * Receives events of PagerDuty. Its clients have their credential in the body, which is received first then: as far as it can be read at
 * once, because its sender is not known yet.
 */
@Controller()
@UseFilters(WireErrorFilter)
export class PagerDutyController {
  constructor(
    private readonly admission: Admission,
    private readonly intake: AlertIntake,
  ) {}

  @Post('v2/enqueue')
  @Requires(ROUTE)
  async enqueue(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (CREDENTIALS.some((name) => request.headers[name] !== undefined)) {
      const admitted = await this.admission.admit(ROUTE, request, reply);
      const body = await receiveBody(request, ROUTE.maxBodyBytes);
      if (body.length > 0) checkMediaType(request.headers);
      return this.intake.receive(ROUTE, request, reply, { admitted, body });
    }
    const body = await receiveBody(request, LIMITS.inlineBytes);
    const routingKey = routingKeyOf(body);
    if (routingKey === '') throw new ServiceError('unauthenticated');
    const admitted = await this.admission.admit(ROUTE, request, reply, routingKey);
    await this.intake.receive(ROUTE, request, reply, { admitted, body });
  }
}
