import { Inject, Injectable } from '@nestjs/common';
import { deadline } from '@svc/config';
import { ProjectReaders, type ReadingCall } from '@svc/reading/project-reader';
import { CLOCK, type Clock } from '@svc/runtime';
import { notFound } from '@svc/service-error';
import { success, type Answer } from './api/answer.js';
import { failureAnswer } from './api/failure.js';
import { labelNames, labelValues, metadata, series, type AskedList } from './api/lists.js';
import { Parameters } from './api/parameters.js';
import { format, instant, range, tree } from './api/queries.js';
import { ColumnarSource } from './source/columnar-source.js';

/** The longest time of a query in milliseconds; its statements share it. */
const TIMEOUT_MS = deadline(10_000);

/** The release of Prometheus whose tests of PromQL judge the evaluation. Clients decide by it what they may ask. */
const VERSION = '3.16.0';
const BUILD = { version: VERSION, revision: '', branch: '', buildUser: '', buildDate: '', goVersion: '' };

const ENDPOINTS: Readonly<Record<string, (asked: AskedList) => Answer | Promise<Answer>>> = {
  query: instant,
  query_range: range,
  format_query: format,
  parse_query: tree,
  series,
  labels: labelNames,
  label_values: labelValues,
  metadata,
  // Exemplars are not stored.
  query_exemplars: () => success([]),
  buildinfo: () => success(BUILD),
};

@Injectable()
export class PrometheusService {
  constructor(
    private readonly readers: ProjectReaders,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Answers a request, also one that is wrong or cannot be answered in time. @throws ServiceError not_found for another endpoint. */
  async answer(
    endpoint: string,
    pairs: readonly { readonly name: string; readonly value: string }[],
    call: ReadingCall,
  ): Promise<Answer> {
    const handler = Object.hasOwn(ENDPOINTS, endpoint) ? ENDPOINTS[endpoint] : undefined;
    if (!handler) throw notFound();
    const parameters = new Parameters(pairs);
    let timer = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const timeoutMs = Math.min(
        parameters.duration('timeout') ?? TIMEOUT_MS,
        TIMEOUT_MS,
        call.deadlineMs - Date.now(),
      );
      timer = AbortSignal.timeout(Math.max(1, Math.floor(timeoutMs)));
      const signal = AbortSignal.any([call.signal, timer]);
      const reader = this.readers.open({ ...call, signal });
      const nowMs = this.clock();
      const source = new ColumnarSource(reader, nowMs);
      return await handler({ parameters, source, reader, signal, nowMs });
    } catch (error) {
      return failureAnswer(error, timer.aborted && !call.signal.aborted);
    }
  }
}
