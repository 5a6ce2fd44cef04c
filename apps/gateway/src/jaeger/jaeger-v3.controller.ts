import { Controller, Get, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { JaegerForm } from '@svc/contract';
import { invalidField, notFound } from '@svc/service-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdmissionGuard, Requires } from '../admission/admission.guard.js';
import { readRawQuery } from '../http/request.js';
import { sendJson } from '../http/send-json.js';
import { sendPieces } from '../http/send-pieces.js';
import { JaegerCalls, READS_SERVICES, READS_TRACES } from './jaeger-calls.js';
import { JaegerClient, type CollectedTraces } from './jaeger-client.js';
import { JaegerErrorFilter } from './jaeger-error.filter.js';
import { Parameters, readSearchV3, readTraceId } from './parameters.js';

/** Version 3 of the query interface of Jaeger, whose traces are those of OTLP/JSON. */
@Controller('jaeger/api/v3')
@UseFilters(JaegerErrorFilter)
@UseGuards(AdmissionGuard)
export class JaegerV3Controller {
  constructor(
    private readonly calls: JaegerCalls,
    private readonly client: JaegerClient,
  ) {}

  @Get('services')
  @Requires(READS_SERVICES)
  async services(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const options = await this.calls.options(READS_SERVICES, request, reply);
    const { services } = await this.client.query.services({}, options);
    sendJson(reply, { services });
  }

  @Get('operations')
  @Requires(READS_TRACES)
  async operations(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const parameters = new Parameters(readRawQuery(request));
    const service = parameters.get('service');
    if (service === '') throw invalidField('service', 'is required');
    const options = await this.calls.options(READS_TRACES, request, reply);
    const found = await this.client.query.operations({ service, kind: parameters.get('span_kind') }, options);
    sendJson(reply, { operations: found.operations.map(({ name, kind }) => ({ name, spanKind: kind })) });
  }

  @Get('traces')
  @Requires(READS_TRACES)
  async search(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const search = readSearchV3(new Parameters(readRawQuery(request)));
    const options = await this.calls.options(READS_TRACES, request, reply);
    this.#send(reply, await this.client.collect((query, call) => query.find(search, call), options));
  }

  @Get('traces/:trace_id')
  @Requires(READS_TRACES)
  async trace(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { trace_id: id } = request.params as { readonly trace_id: string };
    const asked = { traceIds: [readTraceId(id, 'trace_id')], form: JaegerForm.RESOURCE_SPANS };
    const options = await this.calls.options(READS_TRACES, request, reply);
    this.#send(reply, await this.client.collect((query, call) => query.get(asked, call), options));
  }

  /** As in Jaeger, no traces are 404. The form has no place for notices, so a header has the first. */
  #send(reply: FastifyReply, { json, notices }: CollectedTraces): void {
    if (json.length === 0) throw notFound();
    const [notice] = notices;
    if (notice) void reply.header('x-svc-notice', notice.message);
    sendPieces(reply, ['{"result":{"resourceSpans":[', ...json, ']}}']);
  }
}
