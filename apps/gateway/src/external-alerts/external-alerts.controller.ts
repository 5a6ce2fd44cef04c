import { Controller, Delete, Param, Post, Put, Query, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { RawRoute } from '@svc/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ADMITTED, AdmissionGuard, Requires } from '../admission/admission.guard.js';
import { receiveBody } from '../http/raw-body.js';
import { checkMediaType } from '../http/request-body.js';
import { AlertIntake, type Target } from './alert-intake.js';
import { WireErrorFilter } from './wire-error.filter.js';
import { findRoute } from './wire-route.js';

const PROMETHEUS = findRoute('prometheus');
const PREFIXED = findRoute('prometheus_prefixed');
const ALERTMANAGER = findRoute('alertmanager');
const GRAFANA_POST = findRoute('grafana_post');
const GRAFANA_PUT = findRoute('grafana_put');
const JSON_OF_RULE = findRoute('json');
const CREATE = findRoute('opsgenie_create');
const CLOSE = findRoute('opsgenie_close');
const ACKNOWLEDGE = findRoute('opsgenie_acknowledge');
const DELETE = findRoute('opsgenie_delete');

/** Receives the alerts of other products whose credential is in a header. */
@Controller()
@UseFilters(WireErrorFilter)
@UseGuards(AdmissionGuard)
export class ExternalAlertsController {
  constructor(private readonly intake: AlertIntake) {}

  @Post('api/v2/alerts')
  @Requires(PROMETHEUS)
  prometheus(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.#receive(PROMETHEUS, request, reply);
  }

  @Post('alertmanager/api/v2/alerts')
  @Requires(PREFIXED)
  prefixed(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.#receive(PREFIXED, request, reply);
  }

  @Post('api/v1/external-alerts/alertmanager')
  @Requires(ALERTMANAGER)
  alertmanager(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.#receive(ALERTMANAGER, request, reply);
  }

  @Post('api/v1/external-alerts/grafana')
  @Requires(GRAFANA_POST)
  grafana(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.#receive(GRAFANA_POST, request, reply);
  }

  @Put('api/v1/external-alerts/grafana')
  @Requires(GRAFANA_PUT)
  grafanaPut(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.#receive(GRAFANA_PUT, request, reply);
  }

  @Post('api/v1/external-alerts/json/:rule_id')
  @Requires(JSON_OF_RULE)
  json(@Param('rule_id') ruleId: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.#receive(JSON_OF_RULE, request, reply, { ruleId });
  }

  @Post('v2/alerts')
  @Requires(CREATE)
  create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.#receive(CREATE, request, reply, { action: 'create' });
  }

  @Post('v2/alerts/:identifier/close')
  @Requires(CLOSE)
  close(
    @Param('identifier') identifier: string,
    @Query('identifierType') type: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.#receive(CLOSE, request, reply, { action: 'close', ...toIdentified(identifier, type) });
  }

  @Post('v2/alerts/:identifier/acknowledge')
  @Requires(ACKNOWLEDGE)
  acknowledge(
    @Param('identifier') identifier: string,
    @Query('identifierType') type: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.#receive(ACKNOWLEDGE, request, reply, { action: 'acknowledge', ...toIdentified(identifier, type) });
  }

  /** What is deleted there ends here. */
  @Delete('v2/alerts/:identifier')
  @Requires(DELETE)
  delete(
    @Param('identifier') identifier: string,
    @Query('identifierType') type: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.#receive(DELETE, request, reply, { action: 'close', ...toIdentified(identifier, type) });
  }

  async #receive(route: RawRoute, request: FastifyRequest, reply: FastifyReply, target: Target = {}): Promise<void> {
    const admitted = ADMITTED.get(request);
    const body = await receiveBody(request, route.maxBodyBytes);
    if (body.length > 0) checkMediaType(request.headers);
    await this.intake.receive(route, request, reply, { admitted, body, target });
  }
}

function toIdentified(identifier: string, type: unknown): Pick<Target, 'identifier' | 'identifierType'> {
  return { identifier, identifierType: typeof type === 'string' ? type : '' };
}
