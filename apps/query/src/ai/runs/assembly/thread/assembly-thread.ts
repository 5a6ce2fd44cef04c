import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { COLUMN_STORE } from '@svc/runtime';
import { ServiceError, type ErrorCode } from '@svc/service-error';
import { Piscina } from 'piscina';
import type { RunBlocks } from './encode-runs.js';
import type { AssemblyRequest } from './trace-assembly.js';

export type AssemblyAnswer = { readonly blocks: RunBlocks } | { readonly failed: ErrorCode; readonly message: string };

/** Longer than the pauses between the requests of a service that is used; the next start costs a tenth of a second. */
const IDLE_MS = 120_000;

/** Assembles runs in a thread, which starts with the first spans of AI work and ends after some time without any. */
@Injectable()
export class AssemblyThread implements OnModuleDestroy {
  readonly #pool: Piscina<AssemblyRequest, AssemblyAnswer>;

  constructor(@Inject(COLUMN_STORE) store: ColumnStore) {
    this.#pool = new Piscina<AssemblyRequest, AssemblyAnswer>({
      filename: new URL('./assembly.worker.js', import.meta.url).href,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      workerData: store.address,
    });
  }

  /**
   * @returns the rows of the runs of some traces.
   * @throws ServiceError as of the column store.
   */
  async run(request: AssemblyRequest, signal: AbortSignal): Promise<RunBlocks> {
    const answer = await this.#pool.run(request, { signal });
    if ('failed' in answer) throw new ServiceError(answer.failed, { message: answer.message });
    return answer.blocks;
  }

  onModuleDestroy(): Promise<void> {
    return this.#pool.destroy();
  }
}
