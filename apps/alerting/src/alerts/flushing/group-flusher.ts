import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from '@svc/observability';
import { LOGGER } from '@svc/runtime';
import { DueLoop } from '@svc/work';
import { Flushes } from './flushes.js';

const POLL_MS = 1_000;

/** Sends notifications for groups that are due. Any number of processes share the work: each takes groups that no other one holds. */
@Injectable()
export class GroupFlusher implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #loop: DueLoop;

  constructor(flushes: Flushes, @Inject(LOGGER) logger: Logger) {
    this.#loop = new DueLoop({
      watch: (wake) => flushes.watch(POLL_MS, wake),
      pass: () => flushes.flushDue(),
      logger,
      warning: 'could not send alert group notifications; retrying',
    });
  }

  onApplicationBootstrap(): void {
    this.#loop.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#loop.stop();
  }
}
