import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { deadline } from '@svc/config';
import { LIMITS, type Received } from '@svc/external-alerts';
import { ServiceError } from '@svc/service-error';
import { Piscina } from 'piscina';
import { translate, type SentRequest } from './translate.js';
import type { Translation } from './translate.worker.js';

/** Large bodies that wait for the thread. */
const MAX_WAITING = 64;
/** Longest time for one body, with its wait; the largest one takes half a second at worst. */
const MAX_MS = deadline(10_000);
const RETRY_AFTER_SECONDS = 1;

/** Translates requests of other products: large ones in a thread, which ends when it is idle. */
@Injectable()
export class Translator implements OnModuleDestroy {
  #pool: Piscina<SentRequest, Translation> | undefined;

  /** @throws ServiceError invalid_request; payload_too_large; concurrency_limited if too many large bodies wait. */
  async translate(request: SentRequest): Promise<Received> {
    if (request.body.byteLength <= LIMITS.inlineBytes) return translate(request);
    if (request.body.byteLength > LIMITS.bodyBytes) throw new ServiceError('payload_too_large');
    const translation = await this.#run(request);
    if ('refusal' in translation) throw new ServiceError(translation.refusal.code, translation.refusal);
    return translation.received;
  }

  async onModuleDestroy(): Promise<void> {
    await this.#pool?.destroy();
  }

  async #run(request: SentRequest): Promise<Translation> {
    this.#pool ??= new Piscina({
      filename: new URL('./translate.worker.js', import.meta.url).href,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: 10_000,
    });
    if (this.#pool.queueSize >= MAX_WAITING)
      throw new ServiceError('concurrency_limited', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    // The body of a call is a part of a larger buffer, which would be copied with it.
    const body = Uint8Array.from(request.body);
    try {
      return await this.#pool.run({ ...request, body }, { signal: AbortSignal.timeout(MAX_MS) });
    } catch (cause) {
      throw new ServiceError('concurrency_limited', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });
    }
  }
}
