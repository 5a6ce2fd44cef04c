import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable, Optional, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { IDENTITY_GROUP, TOPICS, type Consumer, type EventLog } from '@svc/event-log';
import type { Logger, Metrics } from '@svc/observability';
import { EVENT_LOG, LOGGER, METRICS } from '@svc/runtime';
import { toFacts } from './facts.js';
import { PersonResolver } from './resolver.js';

const CONSUMER = {
  topic: TOPICS.capture,
  group: IDENTITY_GROUP,
  maxBytes: 8 * 1024 * 1024,
  maxRecords: 1024,
  maxWaitMs: 200,
  from: 'earliest',
} as const;
const RETRY_MS = 1_000;

/**
 * Resolves persons from the facts in the event log. It runs where persons are served, because links are also undone and
 * erased there, under the same lock. Any number of processes may run it; processing a batch twice changes nothing.
 */
@Injectable()
export class IdentityConsumer implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #stopping = new AbortController();
  #starting: Promise<Consumer | undefined> | undefined;

  constructor(
    private readonly resolver: PersonResolver,
    @Inject(EVENT_LOG) private readonly eventLog: EventLog,
    @Inject(LOGGER) private readonly logger: Logger,
    @Optional() @Inject(METRICS) metrics?: Metrics,
  ) {
    metrics?.gauge(
      'svc_identity_lag_records',
      'Captured records whose persons are not resolved yet',
      [],
      async (gauge) => {
        const partitions = await this.eventLog.lag(CONSUMER.topic, CONSUMER.group);
        gauge.set(partitions.reduce((sum, { endOffset, committedOffset }) => sum + endOffset - committedOffset, 0));
      },
    );
  }

  /** Joining a consumer group can take long, so the service starts without waiting for it. */
  onApplicationBootstrap(): void {
    this.#starting = this.#start();
  }

  async onModuleDestroy(): Promise<void> {
    this.#stopping.abort();
    await (await this.#starting)?.stop();
  }

  async #start(): Promise<Consumer | undefined> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        return await this.eventLog.consume(CONSUMER, async ({ records }) => {
          for (const [projectNumber, facts] of toFacts(records)) await this.resolver.take(projectNumber, facts);
        });
      } catch (error) {
        this.logger.warn({ err: error }, 'identity consumer not started; retrying');
        await setTimeout(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
    return undefined;
  }
}
