import type { CacheStore } from '@svc/cache';
import { KEY_REVOKED_CHANNEL, PROJECT_CHANGED_CHANNEL } from '@svc/auth';
import { Keys } from '@svc/contract';
import { openEventLog, SINK_GROUP, SINK_TOPICS, type EventLog } from '@svc/event-log';
import { HealthRegistry, type Logger, type LogLevel, type Metrics } from '@svc/observability';
import { createRpcClient } from '@svc/rpc';
import { createCapturePool } from './capture/capture-pool.js';
import { CaptureReceiver } from './capture/capture-receiver.js';
import { captureHttpHandler } from './capture/http.js';
import { startIngestHttp } from './http-server.js';
import { otlpHttpHandler } from './otlp/http.js';
import { startOtlpGrpc } from './otlp/grpc.js';
import { Admission } from './receive/admission.js';
import { KeyDirectory } from './receive/key-directory.js';
import { createPreparePool } from './receive/prepare.js';
import { Quota, type QuotaOptions } from './receive/quota.js';
import { Receiver } from './receive/receiver.js';
import { migrateAlone } from './sink/migrate-alone.js';
import { startSinkThread, type SinkThread } from './sink/sink-thread.js';
import type { StoreAddresses } from './stores.js';

export interface IngestOptions {
  readonly host: string;
  readonly httpPort: number;
  readonly grpcPort: number;
  readonly stores: StoreAddresses;
  readonly cacheStore: CacheStore;
  /** Where the gateway answers the internal Keys service. */
  readonly gateway: { readonly address: string; readonly token?: string };
  /** Largest body, as sent and again as expanded. OTLP recommends 64 MiB. */
  readonly maxBodyBytes: number;
  /** Bodies in flight together; beyond it clients are told to come back. */
  readonly maxInFlightBytes: number;
  readonly quota: QuotaOptions;
  /** New series that are stored per project, metric and day. */
  readonly metricSeriesLimit: number;
  readonly logger: Logger;
  readonly logLevel: LogLevel;
  readonly metrics: Metrics;
  /** The service is put together while what it needs still starts; it listens when this resolves. */
  readonly ready?: Promise<unknown>;
}

export interface RunningIngest {
  readonly httpPort: number;
  readonly grpcPort: number;
  readonly health: HealthRegistry;
  stop(): Promise<void>;
}

const MIB = 1024 * 1024;

/** Of the body of a capture request, as sent and as expanded. */
const CAPTURE_LIMITS = { sentBytes: 5 * MIB, expandedBytes: 20 * MIB } as const;

/** Milliseconds for running requests and batches when stopping. */
const GRACE_MS = 3000;

/** The ingest service: receives, makes durable, and moves into the column store. */
export async function startIngest(options: IngestOptions): Promise<RunningIngest> {
  const { host, stores, cacheStore, gateway, logger, metrics } = options;
  const keysClient = createRpcClient(Keys, { ...gateway, timeoutMs: 5000 });
  const keys = new KeyDirectory((secretSha256, projectSelector) =>
    keysClient.resolve({ secretSha256, projectSelector }, {}),
  );
  const announcements = await Promise.all(
    [KEY_REVOKED_CHANNEL, PROJECT_CHANGED_CHANNEL].map((channel) =>
      cacheStore.pubSub.subscribe(channel, () => keys.clear()),
    ),
  );

  const eventLog = await openEventLog(stores.eventLog);
  const pool = createPreparePool();
  const admission = new Admission(options.maxInFlightBytes);
  const quota = new Quota(
    options.quota.bytes === 0
      ? undefined
      : cacheStore.rateLimiter({
          name: 'ingest',
          points: options.quota.bytes,
          windowSeconds: options.quota.windowSeconds,
        }),
  );
  const receiver = new Receiver({
    eventLog,
    cache: cacheStore.cache,
    prepare: pool.prepare,
    quota,
    maxExpandedBytes: options.maxBodyBytes,
  });
  const requests = metrics.counter('svc_ingest_requests_total', 'Export requests by outcome', ['signal', 'outcome']);
  const otlp = {
    keys,
    receiver,
    admission,
    maxBodyBytes: options.maxBodyBytes,
    logger,
    onOutcome: (signal: string, outcome: string) => requests.inc({ signal, outcome }),
  };

  const capturePool = createCapturePool();
  const captureReceiver = new CaptureReceiver({
    eventLog,
    cache: cacheStore.cache,
    prepare: capturePool.prepare,
    quota,
    maxExpandedBytes: Math.min(CAPTURE_LIMITS.expandedBytes, options.maxBodyBytes),
  });
  const capture = captureHttpHandler({
    keys,
    receiver: captureReceiver,
    admission,
    maxBodyBytes: Math.min(CAPTURE_LIMITS.sentBytes, options.maxBodyBytes),
    logger,
    onOutcome: (outcome) => requests.inc({ signal: 'events', outcome }),
  });

  await options.ready;
  const stopping = new AbortController();
  const sink = startSinkThread(
    { stores, logLevel: options.logLevel, metricSeriesLimit: options.metricSeriesLimit },
    logger,
    migrateAlone(stores, cacheStore.leases, logger, stopping.signal),
  );
  exposeSink(metrics, eventLog, sink);
  const health = new HealthRegistry({ onFailure: (check, cause) => logger.warn({ check, err: cause }, 'not ready') });
  health.add('event_log', () => eventLog.check());

  const http = await startIngestHttp(
    { host, port: options.httpPort },
    { otlp: otlpHttpHandler(otlp), capture, health },
  );
  const grpc = await startOtlpGrpc({ host, port: options.grpcPort }, otlp);
  return {
    httpPort: http.port,
    grpcPort: grpc.port,
    health,
    async stop() {
      health.drain();
      await Promise.all([http.stop(GRACE_MS), grpc.stop(GRACE_MS)]);
      stopping.abort();
      await sink.stop(GRACE_MS);
      await Promise.all(announcements.map((announcement) => announcement.close()));
      await Promise.all([pool.close(), capturePool.close()]);
      await eventLog.close();
      keysClient.close();
    },
  };
}

/** What is acknowledged and not yet stored is what to scale and to alarm by; readiness is about receiving alone. */
function exposeSink(metrics: Metrics, eventLog: EventLog, sink: SinkThread): void {
  metrics.gauge('svc_sink_running', 'Whether the sink consumes', [], (gauge) => {
    gauge.set(Number(sink.running));
    return Promise.resolve();
  });
  metrics.gauge('svc_event_log_lag_records', 'Acknowledged records not yet stored', ['topic'], async (gauge) => {
    for (const topic of SINK_TOPICS) {
      const partitions = await eventLog.lag(topic, SINK_GROUP);
      const lag = partitions.reduce((sum, { endOffset, committedOffset }) => sum + endOffset - committedOffset, 0);
      gauge.set({ topic }, lag);
    }
  });
}
