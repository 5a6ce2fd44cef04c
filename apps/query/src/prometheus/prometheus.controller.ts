import { PrometheusQueries, type PrometheusQueriesReadRequest } from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import type { Answer } from './api/answer.js';
import { pieces } from './api/pieces.js';
import { PrometheusService } from './prometheus.service.js';

/** Answers requests of the query interface of Prometheus, which the gateway receives. */
@RpcController(PrometheusQueries)
export class PrometheusController implements Handlers<typeof PrometheusQueries> {
  constructor(private readonly service: PrometheusService) {}

  async read({ endpoint, parameters }: PrometheusQueriesReadRequest, { context, signal, deadlineMs }: Call) {
    const call = { project: context.project, signal, deadlineMs };
    return toParts(await this.service.answer(endpoint, parameters, call));
  }
}

async function* toParts({ status, json }: Answer) {
  yield { part: { case: 'status' as const, value: status } };
  for await (const data of pieces(json)) yield { part: { case: 'data' as const, value: data } };
}
