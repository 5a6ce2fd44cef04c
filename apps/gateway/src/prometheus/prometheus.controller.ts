import { Readable } from 'node:stream';
import {
  Controller,
  Get,
  Inject,
  Post,
  Req,
  Res,
  UseFilters,
  UseGuards,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { deadline } from '@svc/config';
import { PrometheusQueries, type PrometheusQueriesReadResponse } from '@svc/contract';
import { JSON_TYPE } from '@svc/http';
import { createRpcClient } from '@svc/rpc';
import { ServiceError } from '@svc/service-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ADMITTED, AdmissionGuard, Requires } from '../admission/admission.guard.js';
import { Admission } from '../admission/admission.js';
import { toCallContext } from '../admission/call-context.js';
import { createCallerSignal } from '../http/request.js';
import { OPERATIONS_OPTIONS, type OperationsOptions } from '../operations/operations-options.js';
import { PrometheusErrorFilter } from './prometheus-error.filter.js';
import { receiveParameters } from './receive-parameters.js';

/** More than the time of a query, so that its own answer arrives. */
const TIMEOUT_MS = deadline(15_000);
/** Bytes that are read ahead for a client that reads slowly. */
const BUFFERED_BYTES = 256 * 1024;

const ADMISSIBLE = { id: 'prometheus.query', scope: 'metrics:read', project: 'required' } as const;

/** Endpoints whose parameters may be in a form too. */
const FORMS = ['query', 'query_range', 'query_exemplars', 'format_query', 'parse_query', 'series', 'labels'];

/** Hands requests of the query interface of Prometheus on to the query service, and its answers to the client as they arrive. */
@Controller('prometheus/api/v1')
@UseGuards(AdmissionGuard)
@UseFilters(PrometheusErrorFilter)
export class PrometheusController implements OnApplicationShutdown {
  #client: ReturnType<typeof createRpcClient<typeof PrometheusQueries>> | undefined;

  constructor(
    private readonly admission: Admission,
    @Inject(OPERATIONS_OPTIONS) private readonly options: OperationsOptions,
  ) {}

  @Get([...FORMS, 'metadata', 'status/buildinfo'])
  @Requires(ADMISSIBLE)
  get(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.#answer(lastOf(request), request, reply);
  }

  @Post(FORMS)
  @Requires(ADMISSIBLE)
  post(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.#answer(lastOf(request), request, reply);
  }

  @Get('label/:name/values')
  @Requires(ADMISSIBLE)
  labelValues(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { name } = request.params as { readonly name: string };
    return this.#answer('label_values', request, reply, [{ name: 'label', value: name }]);
  }

  onApplicationShutdown(): void {
    this.#client?.close();
  }

  async #answer(
    endpoint: string,
    request: FastifyRequest,
    reply: FastifyReply,
    ofPath: readonly { readonly name: string; readonly value: string }[] = [],
  ): Promise<void> {
    const signal = createCallerSignal(reply.raw, new AbortController());
    const admitted = ADMITTED.get(request);
    const project = await this.admission.projectWithBody(ADMISSIBLE, admitted, undefined, reply);
    const parameters = [...ofPath, ...(await receiveParameters(request))];
    const context = toCallContext(request, admitted.credential, project, 'metrics');
    const parts = (await this.#queries.read({ endpoint, parameters }, { context, signal }))[Symbol.asyncIterator]();
    const status = toStatus(await parts.next());
    void reply
      .code(status)
      .header('cache-control', 'private, no-store')
      .type(JSON_TYPE)
      .send(Readable.from(data(parts), { objectMode: false, highWaterMark: BUFFERED_BYTES }));
  }

  get #queries() {
    const { addresses, credentials } = this.options;
    const address = addresses.query ?? '';
    return (this.#client ??= createRpcClient(PrometheusQueries, { ...credentials, address, timeoutMs: TIMEOUT_MS }));
  }
}

type Parts = AsyncIterator<PrometheusQueriesReadResponse>;

/** The last part of the path of the route. */
function lastOf({ routeOptions: { url = '' } }: FastifyRequest): string {
  return url.slice(url.lastIndexOf('/') + 1);
}

function toStatus({ value, done }: IteratorResult<PrometheusQueriesReadResponse, unknown>): number {
  if (done === true || value.part.case !== 'status') throw new ServiceError('internal');
  return value.part.value;
}

/** Requests the next part only when the client has room for it. */
async function* data(parts: Parts): AsyncGenerator<Uint8Array> {
  try {
    for (let step = await parts.next(); step.done !== true; step = await parts.next())
      if (step.value.part.case === 'data') yield step.value.part.value;
  } finally {
    await parts.return?.();
  }
}
