import { setTimeout as delay } from 'node:timers/promises';
import type { ObjectStore } from '@svc/objects';
import { putAgentContent } from '@svc/objects/agent-content';
import type { Logger } from '@svc/observability';
import type { LargeContent } from '@svc/otlp';

/** Values that are stored at the same time. */
const CONCURRENT = 4;
/** Milliseconds that the values of a block may take; those left over stay in the rows, so that a slow store holds nothing up. */
const MAX_MS = 5_000;
/** Milliseconds without another attempt after a failure. */
const PAUSE_MS = 30_000;

/** Moves large values of prompts and answers into the object store. What it cannot store stays in the rows. */
export class ContentObjects {
  #pausedUntil = 0;

  constructor(
    private readonly objects: ObjectStore,
    private readonly logger: Logger,
    private readonly clock: () => number,
  ) {}

  async store(values: readonly LargeContent[]): Promise<void> {
    if (values.length === 0 || this.clock() < this.#pausedUntil) return;
    const late = new AbortController();
    const left = values.values();
    const work = Array.from({ length: CONCURRENT }, () => this.#storeEach(left, late.signal));
    try {
      const timeout = delay(MAX_MS, undefined, { signal: late.signal, ref: false });
      const tooLate = timeout.then(() => Promise.reject(new Error(`It took more than ${MAX_MS} ms.`)));
      await Promise.race([Promise.all(work), tooLate]);
    } catch (error) {
      this.#pausedUntil = this.clock() + PAUSE_MS;
      this.logger.warn({ err: error }, 'the object store did not take large prompts; they stay in the column store');
    } finally {
      late.abort();
    }
  }

  async #storeEach(values: Iterable<LargeContent>, late: AbortSignal): Promise<void> {
    for (const value of values) {
      if (late.aborted) return;
      const { startNs, ...span } = value.span;
      const place = { ...span, key: value.key, startMs: Number(startNs / 1_000_000n) };
      value.objectKey = await putAgentContent(this.objects, place, value.text);
    }
  }
}
