import { Module, type DynamicModule } from '@nestjs/common';
import type { CacheStore } from '@svc/cache';
import type { EventLog } from '@svc/event-log';
import { CACHE_STORE, EVENT_LOG, StoresModule, type Stores } from '@svc/runtime';
import { CaptureReceiver } from './capture/capture-receiver.js';
import { CAPTURE_LIMITS } from './capture/http.js';
import { GatewayFlags } from './flags/gateway-flags.js';
import { INGEST_OPTIONS, type IngestOptions } from './options/ingest-options.js';
import { Admission } from './receive/admission.js';
import { Backlog } from './receive/backlog.js';
import { GatewayKeys } from './receive/gateway-keys.js';
import { Quota } from './receive/quota.js';
import { Receiver } from './receive/receiver.js';
import { REPLAY_LIMITS } from './replay/http.js';
import { PostHogReceiver } from './replay/posthog/posthog-receiver.js';
import { RecordedSessions } from './replay/recorded-sessions.js';
import { ReplayReceiver } from './replay/replay-receiver.js';
import { SlicesReceiver } from './replay/slices/slices-receiver.js';
import { IngestServers } from './server/ingest-servers.js';
import { WorkerPools } from './server/worker-pools.js';
import { readLagBytes } from './sink/lag.js';
import { SinkService } from './sink/sink.service.js';

/** The stores and options that the process provides to the ingest service. */
export type IngestStores = Required<Pick<Stores, 'cacheStore' | 'eventLog' | 'logger' | 'metrics' | 'health'>>;

/**
 * The ingest service receives data, makes it durable and moves it into the column store. Nest creates the parts and runs their
 * lifecycle; requests only pass the two servers and their receivers.
 */
@Module({
  providers: [
    GatewayFlags,
    GatewayKeys,
    IngestServers,
    SinkService,
    WorkerPools,
    {
      provide: Admission,
      inject: [INGEST_OPTIONS, EVENT_LOG],
      useFactory: ({ maxInFlightBytes, maxPublishableBytes, maxLagBytes }: IngestOptions, eventLog: EventLog) => {
        const backlog = new Backlog(() => readLagBytes(eventLog), maxLagBytes);
        return new Admission({ maxBytes: maxInFlightBytes, maxPublishableBytes, backlog });
      },
    },
    {
      provide: Quota,
      inject: [INGEST_OPTIONS, CACHE_STORE],
      useFactory: ({ quota: { bytes, windowSeconds } }: IngestOptions, cacheStore: CacheStore) =>
        new Quota(bytes, (points) => cacheStore.rateLimiter({ name: 'ingest', points, windowSeconds })),
    },
    {
      provide: Receiver,
      inject: [INGEST_OPTIONS, EVENT_LOG, CACHE_STORE, WorkerPools, Quota],
      useFactory: (
        { maxBodyBytes }: IngestOptions,
        eventLog: EventLog,
        { cache }: CacheStore,
        { otlp: { prepare } }: WorkerPools,
        quota: Quota,
      ) => new Receiver({ eventLog, cache, prepare, quota, maxExpandedBytes: maxBodyBytes }),
    },
    {
      provide: CaptureReceiver,
      inject: [INGEST_OPTIONS, EVENT_LOG, CACHE_STORE, WorkerPools, Quota],
      useFactory: (
        { maxBodyBytes }: IngestOptions,
        eventLog: EventLog,
        { cache }: CacheStore,
        { capture: { prepare } }: WorkerPools,
        quota: Quota,
      ) => {
        const maxExpandedBytes = Math.min(CAPTURE_LIMITS.expandedBytes, maxBodyBytes);
        return new CaptureReceiver({ eventLog, cache, prepare, quota, maxExpandedBytes });
      },
    },
    {
      provide: RecordedSessions,
      inject: [GatewayKeys, CACHE_STORE],
      useFactory: (keys: GatewayKeys, cacheStore: CacheStore) => new RecordedSessions(keys.openRecording, cacheStore),
    },
    {
      provide: ReplayReceiver,
      inject: [INGEST_OPTIONS, EVENT_LOG, CACHE_STORE, WorkerPools, Quota, RecordedSessions],
      useFactory: (
        { maxBodyBytes, stores }: IngestOptions,
        eventLog: EventLog,
        { cache }: CacheStore,
        { replay: { prepare } }: WorkerPools,
        quota: Quota,
        sessions: RecordedSessions,
      ) => {
        const maxExpandedBytes = Math.min(REPLAY_LIMITS.expandedBytes, maxBodyBytes);
        const hasObjects = stores.objects !== undefined;
        const clock = Date.now;
        return new ReplayReceiver({ eventLog, cache, prepare, quota, sessions, maxExpandedBytes, hasObjects, clock });
      },
    },
    {
      provide: PostHogReceiver,
      inject: [CACHE_STORE, WorkerPools, ReplayReceiver],
      useFactory: ({ cache }: CacheStore, { replay: { prepare, translate } }: WorkerPools, receiver: ReplayReceiver) =>
        new PostHogReceiver({ cache, prepare, translate, receiver }),
    },
    {
      provide: SlicesReceiver,
      inject: [INGEST_OPTIONS, CACHE_STORE, WorkerPools, Quota, ReplayReceiver],
      useFactory: (
        { maxBodyBytes }: IngestOptions,
        { cache }: CacheStore,
        { slices: { prepare } }: WorkerPools,
        quota: Quota,
        receiver: ReplayReceiver,
      ) => {
        const maxExpandedBytes = Math.min(REPLAY_LIMITS.expandedBytes, maxBodyBytes);
        return new SlicesReceiver({ receiver, prepare, cache, quota, maxExpandedBytes, clock: Date.now });
      },
    },
  ],
})
export class IngestModule {
  /** Creates the module with the stores that the process provides. */
  static with(options: IngestOptions): DynamicModule {
    return { module: IngestModule, providers: [{ provide: INGEST_OPTIONS, useValue: options }] };
  }

  /** Creates the module as the root of a separate process. */
  static root(options: IngestOptions, stores: IngestStores): DynamicModule {
    const module = IngestModule.with(options);
    return { ...module, imports: [StoresModule.with(stores)] };
  }
}
