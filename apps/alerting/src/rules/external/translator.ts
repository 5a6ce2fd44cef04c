import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { deadline } from '@svc/config';
import { LIMITS, type Received } from '@svc/external-alerts';
import { FairThread } from '@svc/fairness/thread';
import { ServiceError } from '@svc/service-error';
import { translate, type SentRequest } from './translate.js';

/** Large bodies that wait for the thread. */
const WAITING = { total: 64, each: 16 };
/** Longest time for one body; the largest one takes half a second at worst. */
const MAX_RUN_MS = deadline(5_000);
const MAX_WAIT_MS = deadline(5_000);
/** Enough for a body of a mebibyte many times over. */
const MAX_HEAP_MIB = 256;
const RETRY_AFTER_SECONDS = 1;

/** Translates requests of other products: large ones in a thread. */
@Injectable()
export class Translator implements OnModuleDestroy {
  readonly #thread = new FairThread<SentRequest, Received>({
    module: new URL('./translate.worker.js', import.meta.url),
    maxRunMs: MAX_RUN_MS,
    maxWaitMs: MAX_WAIT_MS,
    waiting: WAITING,
    maxHeapMib: MAX_HEAP_MIB,
    busy: () => new ServiceError('concurrency_limited', { retryAfterSeconds: RETRY_AFTER_SECONDS }),
  });

  /** @throws ServiceError invalid_request; payload_too_large; concurrency_limited if too many large bodies wait. */
  async translate(projectId: string, request: SentRequest): Promise<Received> {
    if (request.body.byteLength <= LIMITS.inlineBytes) return translate(request);
    if (request.body.byteLength > LIMITS.bodyBytes) throw new ServiceError('payload_too_large');
    // The body of a call is a part of a larger buffer, which would be copied with it.
    return this.#thread.run(projectId, { ...request, body: Uint8Array.from(request.body) });
  }

  onModuleDestroy(): Promise<void> {
    return this.#thread.close();
  }
}
