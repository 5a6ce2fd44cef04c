import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { deadline } from '@svc/config';
import {
  ActiveProjects,
  Measurements,
  type ActiveProject,
  type MeasurementResult,
  type MeasurementSchema,
} from '@svc/contract';
import { createRpcClient, type RpcClient, type RpcClientOptions } from '@svc/rpc';
import { QUERY_SERVICE } from '../../tokens.js';
import type { WatchedProject } from './watched-projects.js';

export interface Question {
  readonly query: NonNullable<MessageInitShape<typeof MeasurementSchema>['query']>;
  readonly aggregate: string;
  readonly groupBy: readonly string[];
  /** End of the first window in milliseconds. */
  readonly firstEnd: number;
  readonly count: number;
  readonly windowMs: number;
  readonly maxGroups: number;
}

/** Timeout of a measurement in the background, which must not outlast the lease of the job by much. */
const TIMEOUT_MS = deadline(30_000);
/** Measurements of one request. */
const MAX_MEASUREMENTS = 100;

/** Calls the query service on behalf of the service itself. */
@Injectable()
export class Measurer implements OnModuleDestroy {
  #measurements: RpcClient<typeof Measurements> | undefined;
  #active: RpcClient<typeof ActiveProjects> | undefined;

  constructor(@Inject(QUERY_SERVICE) private readonly address: Omit<RpcClientOptions, 'timeoutMs'>) {}

  /** Returns a result for each question, in order. One that fails has an error. */
  async measure(
    questions: readonly Question[],
    { context }: WatchedProject,
    signal: AbortSignal,
  ): Promise<MeasurementResult[]> {
    this.#measurements ??= createRpcClient(Measurements, { ...this.address, timeoutMs: TIMEOUT_MS });
    const all: MeasurementResult[] = [];
    for (let from = 0; from < questions.length; from += MAX_MEASUREMENTS) {
      const measurements = questions.slice(from, from + MAX_MEASUREMENTS).map(toMeasurement);
      const { results } = await this.#measurements.measure({ measurements }, { context, signal });
      all.push(...results);
    }
    return all;
  }

  /** Projects that sent data in the current hour or the one before. */
  async activeProjects(signal: AbortSignal): Promise<readonly ActiveProject[]> {
    this.#active ??= createRpcClient(ActiveProjects, { ...this.address, timeoutMs: TIMEOUT_MS });
    return (await this.#active.list({ hours: 1 }, { signal })).projects;
  }

  onModuleDestroy(): void {
    this.#measurements?.close();
    this.#active?.close();
  }
}

function toMeasurement(question: Question): MessageInitShape<typeof MeasurementSchema> {
  const { query, aggregate, groupBy, firstEnd, count, windowMs, maxGroups } = question;
  const seconds = windowMs / 1_000;
  const windows = { firstEnd: timestampFromMs(firstEnd), count, stepSeconds: seconds, windowSeconds: seconds };
  return { query, aggregate, groupBy: [...groupBy], maxGroups, ...windows };
}
