import { PrometheusQueries, type PrometheusQueriesReadRequest } from '@svc/contract';
import { FairGate, GateRefused } from '@svc/fairness';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { ServiceError } from '@svc/service-error';
import type { Answer } from './api/answer.js';
import { pieces } from './api/pieces.js';
import { PrometheusService } from './prometheus.service.js';

/** Evaluations at the same time, each of which may hold some 85 MB of values, and how many wait for a turn. */
const LIMITS = { running: 4, waiting: 256, each: { running: 2, waiting: 64 } };
const MAX_WAIT_MS = 10_000;
const RETRY_SECONDS = 1;

/** Answers requests of the query interface of Prometheus, which the gateway receives. */
@RpcController(PrometheusQueries)
export class PrometheusController implements Handlers<typeof PrometheusQueries> {
  readonly #turns = new FairGate(LIMITS);

  constructor(private readonly service: PrometheusService) {}

  async read({ endpoint, parameters }: PrometheusQueriesReadRequest, { context, signal, deadlineMs }: Call) {
    const call = { project: context.project, signal, deadlineMs };
    const leave = await this.#enter(context.project?.number ?? 0, signal);
    try {
      return toParts(await this.service.answer(endpoint, parameters, call));
    } finally {
      leave();
    }
  }

  async #enter(projectNumber: number, signal: AbortSignal): Promise<() => void> {
    try {
      return await this.#turns.enter(projectNumber, signal, performance.now() + MAX_WAIT_MS);
    } catch (error) {
      if (!(error instanceof GateRefused)) throw error;
      throw new ServiceError('concurrency_limited', { retryAfterSeconds: RETRY_SECONDS });
    }
  }
}

async function* toParts({ status, json }: Answer) {
  yield { part: { case: 'status' as const, value: status } };
  for await (const data of pieces(json)) yield { part: { case: 'data' as const, value: data } };
}
