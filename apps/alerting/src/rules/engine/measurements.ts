import { randomUUID } from 'node:crypto';
import { create, toBinary } from '@bufbuild/protobuf';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { deadline } from '@svc/config';
import {
  CallContextSchema,
  Measurements as MeasurementsRpc,
  MeasurementResultSchema,
  MeasurementSchema,
  type CallContext,
  type MeasurementResult,
} from '@svc/contract';
import { longestRetention } from '@svc/directory';
import type { Project } from '@svc/relational';
import { createRpcClient, type RpcClient, type RpcClientOptions } from '@svc/rpc';
import { toServiceError } from '@svc/service-error';
import { QUERY_SERVICE } from '../../tokens.js';
import type { Question } from '../evaluation/plan.js';

/** The most questions of one call. */
const MAX_BATCH = 100;
/** Longer than the query service works on a call, so that it is the one to give up. */
const TIMEOUT_MS = deadline(15_000);

/** Calls the query service to measure rules. */
@Injectable()
export class Measurements implements OnModuleDestroy {
  #client: RpcClient<typeof MeasurementsRpc> | undefined;

  constructor(@Inject(QUERY_SERVICE) private readonly address: Omit<RpcClientOptions, 'timeoutMs'>) {}

  /**
   * Returns a result for each question, in order; equal questions are asked once. A question that could not be asked has an error.
   */
  async measure(
    questions: readonly Question[],
    context: CallContext,
    signal?: AbortSignal,
  ): Promise<MeasurementResult[]> {
    const messages = questions.map((question) => create(MeasurementSchema, question));
    const keys = messages.map((message) => Buffer.from(toBinary(MeasurementSchema, message)).toString('base64'));
    const distinct = [...new Map(messages.map((message, nth) => [keys[nth] ?? '', message]))];
    const results = new Map<string, MeasurementResult>();
    for (let start = 0; start < distinct.length; start += MAX_BATCH) {
      const batch = distinct.slice(start, start + MAX_BATCH);
      const answers = await this.#ask(
        batch.map(([, message]) => message),
        context,
        signal,
      );
      for (const [nth, [key]] of batch.entries()) results.set(key, answers[nth] ?? failed('unavailable'));
    }
    return keys.map((key) => results.get(key) ?? failed('unavailable'));
  }

  async #ask(measurements: Question[], context: CallContext, signal: AbortSignal | undefined) {
    this.#client ??= createRpcClient(MeasurementsRpc, { ...this.address, timeoutMs: TIMEOUT_MS });
    try {
      const { results } = await this.#client.measure({ measurements }, { context, ...(signal && { signal }) });
      return results;
    } catch (error) {
      const code = toServiceError(error).code === 'timeout' ? 'timeout' : 'unavailable';
      return measurements.map(() => failed(code));
    }
  }

  onModuleDestroy(): void {
    this.#client?.close();
  }
}

const failed = (error: string): MeasurementResult => create(MeasurementResultSchema, { error });

/** Context of background work in a project, without a caller. */
export function projectContext(project: Project): CallContext {
  const { id, number, organizationId } = project;
  return create(CallContextSchema, {
    requestId: randomUUID(),
    organizationId,
    project: { id, number, retentionDays: longestRetention(project) },
  });
}
