import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { CacheStore, PubSub } from '@svc/cache';
import type { EventLog } from '@svc/event-log';
import type { Logger, Metrics } from '@svc/observability';
import { CACHE_STORE, EVENT_LOG, LOGGER, METRICS, PUB_SUB } from '@svc/runtime';
import { INGEST_OPTIONS, type IngestOptions } from '../options/ingest-options.js';
import { readLags } from './lag.js';
import type { Announce } from './memory/row-memory.js';
import { migrateAlone } from './migrate-alone.js';
import { startSinkThread, type SinkThread } from './sink-thread.js';

/** Milliseconds to wait for running batches when the service stops. */
const GRACE_MS = 3_000;

/** Runs the thread that moves records from the event log to the column store. */
@Injectable()
export class SinkService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #stopping = new AbortController();
  #thread: SinkThread | undefined;

  constructor(
    @Inject(INGEST_OPTIONS) private readonly options: IngestOptions,
    @Inject(EVENT_LOG) private readonly eventLog: EventLog,
    @Inject(CACHE_STORE) private readonly cacheStore: CacheStore,
    @Inject(PUB_SUB) private readonly pubSub: PubSub,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) private readonly metrics: Metrics,
  ) {}

  onApplicationBootstrap(): void {
    const { stores, gateway, logLevel, metricSeriesLimit } = this.options;
    const migrated = migrateAlone(stores, this.cacheStore.leases, this.logger, this.#stopping.signal);
    const announce: Announce = (channel) => void this.pubSub.publish(channel, '');
    this.#thread = startSinkThread({ stores, gateway, logLevel, metricSeriesLimit }, this.logger, migrated, announce);
    this.#exposeMetrics(this.#thread);
  }

  /** Runs after the servers have stopped, so that everything they acknowledged can still be stored. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#stopping.abort();
    await this.#thread?.stop(GRACE_MS);
  }

  /** Scale and alert by the lag of acknowledged records that are not stored yet; readiness covers only receiving. */
  #exposeMetrics(thread: SinkThread): void {
    this.metrics.gauge('svc_sink_running', 'Whether the sink is consuming', [], (gauge) => {
      gauge.set(Number(thread.running));
      return Promise.resolve();
    });
    this.metrics.gauge('svc_event_log_lag_records', 'Acknowledged records not yet stored', ['topic'], async (gauge) => {
      for (const [topic, { records }] of await readLags(this.eventLog)) gauge.set({ topic }, records);
    });
    this.metrics.gauge('svc_event_log_lag_bytes', 'Bytes of these records', ['topic'], async (gauge) => {
      for (const [topic, { bytes }] of await readLags(this.eventLog)) gauge.set({ topic }, bytes);
    });
  }
}
