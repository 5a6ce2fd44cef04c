import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from '@svc/observability';
import { LOGGER } from '@svc/service';
import { Flushes } from './flushes.js';

const POLL_MS = 1_000;

/** Notifies of groups when they are due. Any number of processes share the work: each takes groups that no other one holds. */
@Injectable()
export class GroupFlusher implements OnApplicationBootstrap, OnModuleDestroy {
  #endWatching: (() => void) | undefined;
  #running: Promise<void> | undefined;
  #isStopping = false;
  #isFailing = false;

  constructor(
    private readonly flushes: Flushes,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.#endWatching = this.flushes.watch(POLL_MS, () => void (this.#running ??= this.#flush()));
  }

  async onModuleDestroy(): Promise<void> {
    this.#endWatching?.();
    this.#isStopping = true;
    await this.#running;
  }

  async #flush(): Promise<void> {
    try {
      while ((await this.flushes.flushDue()) && !this.#isStopping);
      this.#isFailing = false;
    } catch (error) {
      // Once per outage, since every poll would repeat it.
      if (!this.#isFailing && !this.#isStopping)
        this.logger.warn({ err: error }, 'groups of alerts not notified of; retrying');
      this.#isFailing = true;
    } finally {
      this.#running = undefined;
    }
  }
}
