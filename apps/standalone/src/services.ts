import path from 'node:path';
import { startAlerting } from '@svc/alerting';
import { createColumnStore } from '@svc/columnar';
import { createKeyRing } from '@svc/encryption';
import { openEventLog } from '@svc/event-log';
import { startExports } from '@svc/exports';
import { bootstrapWorkspace, rateLimitsOf, startGateway, type BootstrapResult } from '@svc/gateway';
import { peopleOptions } from '@svc/gateway/settings';
import { startIngest } from '@svc/ingest';
import { startIntegrations } from '@svc/integrations';
import { HealthRegistry, type ServiceTools } from '@svc/observability';
import { startQuery } from '@svc/query';
import type { Relational } from '@svc/relational';
import type { StandaloneConfig } from './settings.js';
import type { StateDirectory } from './state-directory.js';
import type { EmbeddedStores } from './stores.js';

/** Makes what the first start makes; changes nothing later. */
export function bootstrap(config: StandaloneConfig, relational: Relational): Promise<BootstrapResult> {
  return bootstrapWorkspace(relational, {
    apiKey: config.SVC_BOOTSTRAP_API_KEY,
    projectSlug: config.SVC_BOOTSTRAP_PROJECT,
    organizationName: config.SVC_BOOTSTRAP_ORGANIZATION,
    owner: { email: config.SVC_BOOTSTRAP_EMAIL, password: config.SVC_BOOTSTRAP_PASSWORD },
  });
}

/** The six services as one process: the same modules as on many machines, calling each other over sockets in `runPath`. */
export async function startServices(
  config: StandaloneConfig,
  { runPath, secrets }: StateDirectory,
  stores: EmbeddedStores,
  { logger, metrics }: ServiceTools,
): Promise<{ stop(): Promise<void> }> {
  const { relational, cacheStore } = stores;
  const { pubSub } = cacheStore;
  const socket = (app: string): string => `unix:${path.join(runPath, `${app}.sock`)}`;
  const columnStore = createColumnStore(stores.columnStore);
  const eventLog = await openEventLog({ kind: 'lmdb', options: stores.eventLog });
  const health = new HealthRegistry({ onFailure: (check, cause) => logger.warn({ check, err: cause }, 'not ready') });
  health.add('column_store', () => columnStore.check());

  const running: { stop(): Promise<void> }[] = [{ stop: () => columnStore.close() }, { stop: () => eventLog.close() }];
  const stop = async (): Promise<void> => {
    health.drain();
    // The edges first: they are handed over last and lean on the others.
    for (const service of running.splice(0).reverse()) await service.stop();
  };
  try {
    const domains = await Promise.all([
      startQuery({
        columnStore,
        eventLog,
        relational,
        pubSub,
        cursorSecret: secrets.cursor,
        rpc: { listen: socket('query') },
        logger,
      }),
      startAlerting({ rpc: { listen: socket('alerting') }, logger }),
      startExports({ rpc: { listen: socket('exports') }, logger }),
      startIntegrations({ rpc: { listen: socket('integrations') }, logger }),
    ]);
    running.push(...domains);
    running.push(
      await startGateway({
        relational,
        pubSub,
        rateLimiters: (options) => cacheStore.rateLimiter(options),
        ...peopleOptions(config),
        cursorSecret: secrets.cursor,
        keyRing: createKeyRing(config.SVC_ENCRYPTION_KEYS ?? secrets.encryption),
        rateLimits: rateLimitsOf(config, (options) => cacheStore.rateLimiter(options)),
        rpc: {
          listen: socket('gateway'),
          addresses: {
            query: socket('query'),
            alerting: socket('alerting'),
            exports: socket('exports'),
            integrations: socket('integrations'),
          },
        },
        http: { host: config.SVC_HTTP_HOST, port: config.SVC_HTTP_PORT },
        logger,
        health,
        metrics,
      }),
    );
    running.push(
      await startIngest({
        host: config.SVC_INGEST_HOST,
        httpPort: config.SVC_INGEST_PORT,
        grpcPort: config.SVC_OTLP_GRPC_PORT,
        maxBodyBytes: config.SVC_INGEST_MAX_BODY_BYTES,
        maxInFlightBytes: config.SVC_INGEST_MAX_IN_FLIGHT_BYTES,
        quota: {
          bytes: config.SVC_INGEST_QUOTA_BYTES,
          windowSeconds: config.SVC_INGEST_QUOTA_WINDOW_SECONDS,
        },
        metricSeriesLimit: config.SVC_METRIC_SERIES_LIMIT,
        stores: { eventLog: { kind: 'lmdb', options: stores.eventLog }, columnStore: stores.columnStore },
        cacheStore,
        gateway: { address: socket('gateway') },
        logger,
        logLevel: config.SVC_LOG_LEVEL,
        metrics,
      }),
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}
