import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { BlockContent } from '@svc/replay';
import { Piscina } from 'piscina';
import type { StyleSource, StyleText } from './style-text.js';
import type { RecordingFindings, SignalsRequest } from './window-signals.js';

/** Longer than the pauses between the recordings of a service that records; the next start costs a tenth of a second. */
const IDLE_MS = 120_000;

/** Reads whole recordings in a thread, which starts with the first one and ends after some time without any, or if a signal aborts. */
@Injectable()
export class RecordingThread implements OnModuleDestroy {
  readonly #pool = new Piscina({
    filename: new URL('./recording.worker.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
  });

  read(request: SignalsRequest, signal: AbortSignal): Promise<RecordingFindings> {
    return this.#pool.run(request, { signal, name: 'readRecording' }) as Promise<RecordingFindings>;
  }

  mergeBlocks(blocks: readonly BlockContent[], signal: AbortSignal): Promise<BlockContent> {
    return this.#pool.run(blocks, { signal, name: 'mergeBlocks' }) as Promise<BlockContent>;
  }

  prepareStyle(source: StyleSource, signal: AbortSignal): Promise<StyleText | undefined> {
    return this.#pool.run(source, { signal, name: 'prepareStyle' }) as Promise<StyleText | undefined>;
  }

  onModuleDestroy(): Promise<void> {
    return this.#pool.destroy();
  }
}
