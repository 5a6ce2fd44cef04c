import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Piscina } from 'piscina';
import type { SignalsRequest, WindowSignals } from './window-signals.js';

/** Longer than the pauses between the summaries of a service that records; the next start costs a tenth of a second. */
const IDLE_MS = 120_000;

/** Looks for signals in a thread, which starts with the first recording and ends after some time without any. */
@Injectable()
export class SignalsThread implements OnModuleDestroy {
  readonly #pool = new Piscina<SignalsRequest, WindowSignals>({
    filename: new URL('./signals.worker.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
  });

  /** The thread is ended if the signal aborts. */
  find(request: SignalsRequest, signal: AbortSignal): Promise<WindowSignals> {
    return this.#pool.run(request, { signal });
  }

  onModuleDestroy(): Promise<void> {
    return this.#pool.destroy();
  }
}
