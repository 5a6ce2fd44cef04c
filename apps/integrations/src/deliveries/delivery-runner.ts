import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from '@svc/observability';
import { CLOCK, LOGGER, type Clock } from '@svc/runtime';
import { DueLoop } from '@svc/work';
import { ChannelHealthRepository } from './channel-health.repository.js';
import { DeliveryAttempts, type Receiver } from './delivery-attempts.js';
import { DeliveryQueue, type ClaimedDelivery, type SettledDelivery } from './delivery-queue.js';
import { settle } from './delivery-state.js';
import { DeliveryAdmission } from './limits/delivery-admission.js';
import { SettlingBatches } from './settling-batches.js';

/** Deliveries that one process sends at the same time. */
const CONCURRENCY = 300;
/** Interval of polls for deliveries that are due; new ones wake the runner of the process that created them. */
const POLL_MS = 1_000;
const LEASE_MS = 60_000;
/** Interval of polls for leases that have expired. */
const RELEASE_MS = 5_000;

/** Failures that say nothing about the channel, because nothing was sent. */
const WITHOUT_ATTEMPT: ReadonlySet<string> = new Set(['contact_removed', 'recipient_removed', 'recipient_unproved']);

/** Sends deliveries that are due until the process stops. Any number of processes share the work. */
@Injectable()
export class DeliveryRunner implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #sending = new Set<Promise<void>>();
  readonly #batches: SettlingBatches;
  readonly #loop: DueLoop;
  #releasedMs = -Infinity;

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly health: ChannelHealthRepository,
    private readonly attempts: DeliveryAttempts,
    private readonly admission: DeliveryAdmission,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#batches = new SettlingBatches((batch) => this.#record(batch));
    this.#loop = new DueLoop({
      watch: (wake) => queue.watch(POLL_MS, clock, wake),
      pass: () => this.#claim(),
      logger,
      warning: 'could not claim deliveries; retrying',
    });
  }

  onApplicationBootstrap(): void {
    this.#loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.#loop.stop();
    await Promise.all(this.#sending);
    await this.#batches.flush();
  }

  /** Checks for deliveries now instead of at the next poll. */
  wake(): void {
    this.#loop.wake();
  }

  /** Claims and starts as many deliveries as are due and may be sent at the same time. @returns whether there were any. */
  async #claim(): Promise<boolean> {
    if (this.#sending.size >= CONCURRENCY) return false;
    const now = new Date(this.clock());
    if (now.getTime() - this.#releasedMs >= RELEASE_MS) {
      await this.queue.releaseExpired(now);
      this.#releasedMs = now.getTime();
    }
    await this.admission.admit(now);
    const free = CONCURRENCY - this.#sending.size;
    const claimed = await this.queue.claim(free, now, new Date(now.getTime() + LEASE_MS));
    if (claimed.length > 0) await this.#start(claimed);
    return claimed.length > 0;
  }

  async #start(claimed: readonly ClaimedDelivery[]): Promise<void> {
    const receivers = await this.attempts.receivers(claimed);
    // The last check before the attempts begin.
    const suppressed = await this.queue.suppressClaimed(claimed, new Date(this.clock()));
    for (const delivery of claimed) if (!suppressed.has(delivery.id)) this.#begin(delivery, receivers(delivery));
  }

  #begin(delivery: ClaimedDelivery, receiver: Receiver): void {
    const sending = this.#send(delivery, receiver)
      // The delivery is repeated once its lease has expired; an unhandled rejection would end the process.
      .catch((error: unknown) =>
        this.#loop.warnOnce(error, 'outcome of a delivery not recorded; repeated after its lease'),
      )
      .finally(() => {
        this.#sending.delete(sending);
        this.wake();
      });
    this.#sending.add(sending);
  }

  async #send(claimed: ClaimedDelivery, receiver: Receiver): Promise<void> {
    const startedMs = this.clock();
    const from = performance.now();
    const { outcome, statusCode, excerpt } = await this.attempts.attempt(claimed, receiver, this.#loop.signal);
    const latencyMs = Math.round(performance.now() - from);
    const settled = settle(outcome, claimed.attemptCount, claimed.startedAt.getTime(), this.clock());
    await this.#batches.add({
      claimed,
      settled,
      attempt: {
        at: new Date(startedMs).toISOString(),
        latency_ms: latencyMs,
        error: settled.reason,
        excerpt,
        ...(statusCode !== undefined && { status_code: statusCode }),
      },
    });
  }

  async #record(batch: readonly SettledDelivery[]): Promise<void> {
    await this.queue.settle(batch);
    const attempted = batch.filter(({ settled }) => !WITHOUT_ATTEMPT.has(settled.reason));
    const outcomes = attempted.map(({ claimed, settled }) => ({
      channelId: claimed.channelId,
      isSuccess: settled.status === 'sent',
      reason: settled.reason,
    }));
    await this.health.record(outcomes, new Date(this.clock()));
  }
}
