import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { FairGate, GateRefused } from '@svc/fairness';
import type { ScheduleImport } from '@svc/schedule-import';
import { ServiceError } from '@svc/service-error';
import { Piscina } from 'piscina';
import type { TranslationAnswer, TranslationRequest } from './translation.js';

/** Several times what the most costly documents within the limits take. */
const MAX_RUN_MS = 10_000;
const MAX_WAIT_MS = 10_000;
const WAITING = { total: 32, each: 4 };
/** Enough for the largest document many times over. */
const MAX_HEAP_MIB = 256;
const RETRY_SECONDS = 5;
const NEVER = new AbortController().signal;

/** A thread that translates documents, by turns of projects. It starts with the first one and ends after a while without any. */
@Injectable()
export class TranslationThread implements OnModuleDestroy {
  readonly #pool = new Piscina<TranslationRequest, TranslationAnswer>({
    filename: new URL('./translation.worker.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 10_000,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
  });
  readonly #turns = new FairGate({
    running: 1,
    waiting: WAITING.total,
    each: { running: 1, waiting: WAITING.each },
  });

  /**
   * @throws ServiceError invalid_request that names the field or line of the document; payload_too_large if it takes too long; unavailable
   * while those of others do.
   */
  async translate(projectId: string, request: TranslationRequest): Promise<ScheduleImport> {
    const leave = await this.#turns.enter(projectId, NEVER, performance.now() + MAX_WAIT_MS).catch(toRefusal);
    try {
      const signal = AbortSignal.timeout(MAX_RUN_MS);
      const answer = await this.#pool.run(request, { signal }).catch((error: unknown) => {
        throw signal.aborted ? new ServiceError('payload_too_large') : error;
      });
      if ('refusal' in answer) throw new ServiceError(answer.refusal.code, answer.refusal);
      return answer.translated;
    } finally {
      leave();
    }
  }

  onModuleDestroy(): Promise<void> {
    return this.#pool.destroy();
  }
}

function toRefusal(error: unknown): never {
  if (!(error instanceof GateRefused)) throw error;
  throw new ServiceError('unavailable', {
    message: 'Other documents are being read. Send this one again later.',
    retryAfterSeconds: RETRY_SECONDS,
  });
}
