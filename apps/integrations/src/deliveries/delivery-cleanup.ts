import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from '@svc/observability';
import type { Relational } from '@svc/relational';
import { CLOCK, LOGGER, RELATIONAL, type Clock } from '@svc/service';
import { DELIVERY_RETENTION_DAYS } from '../tokens.js';

const INTERVAL_MS = 600_000;
const DAY_MS = 24 * 3_600_000;
const BATCH = 1_000;

/** Deletes receipts whose retention has passed: only of deliveries that are final. Any number of processes share the work. */
@Injectable()
export class DeliveryCleanup implements OnApplicationBootstrap, OnModuleDestroy {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isStopping = false;

  constructor(
    @Inject(DELIVERY_RETENTION_DAYS) private readonly retentionDays: number,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => void (this.#running ??= this.#run()), INTERVAL_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  /** @returns the number of deleted deliveries. */
  async clean(): Promise<number> {
    const before = new Date(this.clock() - this.retentionDays * DAY_MS);
    let total = 0;
    for (let deleted = BATCH; deleted === BATCH && !this.#isStopping; total += deleted)
      deleted = await this.#delete(before);
    // No delivery that a withdrawal could still suppress is older than it.
    await this.relational.client.notificationWithdrawal.deleteMany({ where: { withdrawnAt: { lt: before } } });
    return total;
  }

  async #run(): Promise<void> {
    try {
      await this.clean();
    } catch (error) {
      this.logger.warn({ err: error }, 'could not delete old deliveries; retrying in ten minutes');
    } finally {
      this.#running = undefined;
    }
  }

  /** In the order of creation, so that the newest of them is found without reading those that stay. */
  #delete(before: Date): Promise<number> {
    return this.relational.client.$executeRaw`
      DELETE FROM deliveries WHERE id IN (
        SELECT id FROM deliveries
        WHERE created_at < ${before} AND status IN ('sent', 'failed', 'suppressed', 'dlq')
        ORDER BY created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;
  }
}
