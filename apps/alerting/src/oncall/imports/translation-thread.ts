import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { FairThread } from '@svc/fairness/thread';
import type { ScheduleImport } from '@svc/schedule-import';
import { ServiceError } from '@svc/service-error';
import type { TranslationRequest } from './translation.js';

/** Several times what the most costly documents within the limits take. */
const MAX_RUN_MS = 10_000;
const MAX_WAIT_MS = 10_000;
const WAITING = { total: 32, each: 4 };
/** Enough for the largest document many times over. */
const MAX_HEAP_MIB = 256;
const RETRY_SECONDS = 5;

/** A thread that translates documents. */
@Injectable()
export class TranslationThread implements OnModuleDestroy {
  readonly #thread = new FairThread<TranslationRequest, ScheduleImport>({
    module: new URL('./translation.worker.js', import.meta.url),
    maxRunMs: MAX_RUN_MS,
    maxWaitMs: MAX_WAIT_MS,
    waiting: WAITING,
    maxHeapMib: MAX_HEAP_MIB,
    busy: () =>
      new ServiceError('unavailable', {
        message: 'Other documents are being read. Send this one again later.',
        retryAfterSeconds: RETRY_SECONDS,
      }),
  });

  /**
   * @throws ServiceError invalid_request that names the field or line of the document; payload_too_large if it takes too long; unavailable
   * while those of others do.
   */
  translate(projectId: string, request: TranslationRequest): Promise<ScheduleImport> {
    return this.#thread.run(projectId, request);
  }

  onModuleDestroy(): Promise<void> {
    return this.#thread.close();
  }
}
