import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { openLogShipper, type LogShipper, type LogShipperOptions } from '@svc/observability';
import type { Relational } from '@svc/relational';
import { CLOCK, RELATIONAL, type Clock } from '@svc/runtime';
import { enqueue, Jobs, Queue, type JobContext } from '@svc/work';
import { ShipmentsRepository } from './shipments.repository.js';

/** Injection token of the destination of the audit log; undefined if it is not shipped. */
export const AUDIT_COLLECTOR = Symbol('AuditCollector');

export type AuditCollector = Omit<LogShipperOptions, 'service'>;

/** One job for all organizations, which runs again and again. */
const AUDIT_SHIPPING = new Queue<Record<string, never>>({
  name: 'audit-shipping',
  backoff: { baseMs: 1_000, maxMs: 60_000 },
});
const INTERVAL_MS = 1_000;
/** Links of one request to the collector. */
const BATCH = 500;

/**
 * Sends the audit log to a collector as OTLP logs, in the order of the chain and at least once: the position in the store advances after
 * the collector has acknowledged a batch. Organization and sequence tell copies of a link apart from others.
 */
@Injectable()
export class AuditShipping implements OnApplicationBootstrap, OnModuleDestroy {
  #shipper: Promise<LogShipper> | undefined;

  constructor(
    @Inject(AUDIT_COLLECTOR) private readonly collector: AuditCollector | undefined,
    jobs: Jobs,
    private readonly shipments: ShipmentsRepository,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    if (collector) jobs.register(AUDIT_SHIPPING, this);
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.collector) return;
    const job = { key: 'all', payload: {}, projectId: null, now: new Date(this.clock()) };
    await this.relational.client.$transaction((transaction) => enqueue(transaction, AUDIT_SHIPPING, job));
  }

  async onModuleDestroy(): Promise<void> {
    await (await this.#shipper)?.stop();
  }

  async handle({ signal, fence }: JobContext<Record<string, never>>): Promise<Date> {
    for (const organizationId of await this.shipments.pending()) {
      for (;;) {
        signal.throwIfAborted();
        const links = await this.shipments.next(organizationId, BATCH);
        const last = links.at(-1);
        if (!last) break;
        await (await this.#open()).ship(links.map(({ record }) => record));
        await this.relational.client.$transaction(async (transaction) => {
          await fence(transaction);
          await this.shipments.advance(transaction, organizationId, last.sequence);
        });
      }
    }
    return new Date(this.clock() + INTERVAL_MS);
  }

  #open(): Promise<LogShipper> {
    if (!this.collector) throw new Error('The audit log has no collector.');
    return (this.#shipper ??= openLogShipper({ service: 'svc-audit', ...this.collector }));
  }
}
