import { Controller, Get, Inject, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { JaegerForm } from '@svc/contract';
import { CLOCK, type Clock } from '@svc/runtime';
import { invalidField, notFound } from '@svc/service-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdmissionGuard, Requires } from '../admission/admission.guard.js';
import { readRawQuery } from '../http/request.js';
import { sendJson } from '../http/send-json.js';
import { sendPieces } from '../http/send-pieces.js';
import { envelope } from './envelope.js';
import { JaegerCalls, READS_SERVICES, READS_TRACES } from './jaeger-calls.js';
import { JaegerClient, type CollectedTraces } from './jaeger-client.js';
import { JaegerErrorFilter } from './jaeger-error.filter.js';
import { fromMicroseconds, Parameters, readSearchV1, readTraceId } from './parameters.js';

const MAX_IDS = 200;
/** As in Jaeger: a day. */
const DEPENDENCY_LOOKBACK_MS = 86_400_000n;

/** Version 1 of the query interface of Jaeger, which its page, Grafana and Kiali use. */
@Controller('jaeger/api')
@UseFilters(JaegerErrorFilter)
@UseGuards(AdmissionGuard)
export class JaegerV1Controller {
  constructor(
    private readonly calls: JaegerCalls,
    private readonly client: JaegerClient,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('services')
  @Requires(READS_SERVICES)
  async services(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const options = await this.calls.options(READS_SERVICES, request, reply);
    const { services } = await this.client.query.services({}, options);
    sendJson(reply, envelope(services, { total: services.length }));
  }

  @Get('services/:service/operations')
  @Requires(READS_TRACES)
  async operationNames(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { service } = request.params as { readonly service: string };
    const options = await this.calls.options(READS_TRACES, request, reply);
    const { operations } = await this.client.query.operations({ service }, options);
    const names = [...new Set(operations.map(({ name }) => name))];
    sendJson(reply, envelope(names, { total: names.length }));
  }

  @Get('operations')
  @Requires(READS_TRACES)
  async operations(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const parameters = new Parameters(readRawQuery(request));
    const service = parameters.get('service');
    if (service === '') throw invalidField('service', 'is required');
    const options = await this.calls.options(READS_TRACES, request, reply);
    const found = await this.client.query.operations({ service, kind: parameters.get('spanKind') }, options);
    const operations = found.operations.map(({ name, kind }) => ({ name, spanKind: kind }));
    sendJson(reply, envelope(operations, { total: operations.length }));
  }

  @Get('traces')
  @Requires(READS_TRACES)
  async search(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const parameters = new Parameters(readRawQuery(request));
    const ids = parameters.all('traceID').map((id) => readTraceId(id, 'traceID'));
    if (ids.length > MAX_IDS) throw invalidField('traceID', `must be named at most ${MAX_IDS} times`);
    const search = ids.length > 0 ? undefined : readSearchV1(parameters, this.clock());
    const options = await this.calls.options(READS_TRACES, request, reply);
    const found = await this.client.collect(
      (query, call) => (search ? query.find(search, call) : query.get({ traceIds: ids, form: JaegerForm.TRACE }, call)),
      options,
    );
    this.#send(reply, found);
  }

  @Get('traces/:trace_id')
  @Requires(READS_TRACES)
  async trace(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { trace_id: id } = request.params as { readonly trace_id: string };
    const asked = { traceIds: [readTraceId(id, 'traceID')], form: JaegerForm.TRACE };
    const options = await this.calls.options(READS_TRACES, request, reply);
    const found = await this.client.collect((query, call) => query.get(asked, call), options);
    if (found.json.length === 0) throw notFound();
    this.#send(reply, found);
  }

  @Get('dependencies')
  @Requires(READS_SERVICES)
  async dependencies(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const parameters = new Parameters(readRawQuery(request));
    const end = parameters.integer('endTs') ?? BigInt(this.clock());
    const lookback = parameters.integer('lookback') ?? DEPENDENCY_LOOKBACK_MS;
    if (lookback < 1n) throw invalidField('lookback', 'must be a positive number of milliseconds');
    const options = await this.calls.options(READS_SERVICES, request, reply);
    const window = {
      startTime: fromMicroseconds((end - lookback) * 1000n),
      endTime: fromMicroseconds(end * 1000n),
    };
    const { dependencies } = await this.client.query.dependencies(window, options);
    const service = parameters.get('service');
    const asked = dependencies.filter(({ parent, child }) => service === '' || [parent, child].includes(service));
    const links = asked.map(({ parent, child, calls }) => ({ parent, child, callCount: Number(calls) }));
    sendJson(reply, envelope(links));
  }

  #send(reply: FastifyReply, { json, notices }: CollectedTraces): void {
    const errors = notices.map(({ message, traceId, notFound: isMissing }) => ({
      ...(isMissing && { code: 404 }),
      msg: message,
      ...(traceId !== '' && { traceID: traceId }),
    }));
    const { data: _, ...others } = envelope([], { errors });
    sendPieces(reply, ['{"data":[', ...json, `],${JSON.stringify(others).slice(1)}`]);
  }
}
