import path from 'node:path';
import { NestFactory } from '@nestjs/core';
import { AlertingModule } from '@svc/alerting';
import { createColumnStore } from '@svc/columnar';
import { createKeyRing } from '@svc/encryption';
import { openEventLog } from '@svc/event-log';
import { ExportsModule } from '@svc/exports';
import { bootstrapWorkspace, rateLimitsOf, startGateway, type BootstrapResult } from '@svc/gateway';
import { peopleOptions } from '@svc/gateway/settings';
import { IngestModule } from '@svc/ingest';
import { toIngestLimits } from '@svc/ingest/settings';
import { IntegrationsModule } from '@svc/integrations';
import { HealthRegistry, type ServiceTools } from '@svc/observability';
import { QueryModule } from '@svc/query';
import type { Relational } from '@svc/relational';
import { startRpcServer } from '@svc/rpc';
import type { StandaloneConfig } from './standalone.settings.js';
import type { StateDirectory } from './state-directory.js';
import type { EmbeddedStores } from './stores.js';

/** Makes what the first start makes; changes nothing later. */
export function bootstrap(
  config: StandaloneConfig,
  relational: Relational,
  apiKey: string | undefined,
): Promise<BootstrapResult> {
  return bootstrapWorkspace(relational, {
    apiKey,
    projectSlug: config.SVC_BOOTSTRAP_PROJECT,
    organizationName: config.SVC_BOOTSTRAP_ORGANIZATION,
    owner: { email: config.SVC_BOOTSTRAP_EMAIL, password: config.SVC_BOOTSTRAP_PASSWORD },
  });
}

/**
 * The six services as one process: the same modules as on many machines, calling each other over sockets in `runPath`. They are put
 * together while the column store starts and the workspace is made; they listen when both are there.
 */
export async function startServices(
  config: StandaloneConfig,
  { runPath, secrets }: StateDirectory,
  stores: EmbeddedStores,
  workspace: Promise<unknown>,
  { logger, metrics }: ServiceTools,
): Promise<{ stop(): Promise<void> }> {
  const { relational, cacheStore } = stores;
  const { pubSub } = cacheStore;
  const socket = (app: string): string => `unix:${path.join(runPath, `${app}.sock`)}`;
  const columnStore = createColumnStore(stores.columnStore);
  const eventLog = await openEventLog({ kind: 'lmdb', options: stores.eventLog });
  const health = new HealthRegistry({ onFailure: (check, cause) => logger.warn({ check, err: cause }, 'not ready') });
  health.add('column_store', () => columnStore.check());

  const ready = stores.columnStoreReady;
  const rpcServer = async (module: Parameters<typeof startRpcServer>[0]['module'], app: string) =>
    startRpcServer({ module, address: socket(app), log: logger });
  const query = ready.then(() =>
    rpcServer(
      QueryModule.with({ columnStore, eventLog, relational, cacheStore, cursorSecret: secrets.cursor, logger }),
      'query',
    ),
  );
  const alerting = rpcServer(AlertingModule, 'alerting');
  const exports = rpcServer(ExportsModule, 'exports');
  const integrations = rpcServer(IntegrationsModule, 'integrations');
  const domains = Promise.all([workspace, query, alerting, exports, integrations]);
  // The gateway, which is told of a failure, may not be waiting for it yet.
  domains.catch(() => undefined);
  const gateway = startGateway({
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
    ready: domains,
    logger,
    health,
    metrics,
  });
  const ingest = gateway.then(async () => {
    const module = IngestModule.root(
      {
        ...toIngestLimits(config),
        stores: { eventLog: { kind: 'lmdb', options: stores.eventLog }, columnStore: stores.columnStore },
        gateway: { address: socket('gateway') },
        logLevel: config.SVC_LOG_LEVEL,
      },
      { cacheStore, eventLog, logger, metrics },
    );
    const application = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
    return { stop: () => application.close() };
  });

  // Together, because each spends most of its start waiting. The edges stop first: they lean on the others.
  const services = await Promise.allSettled([query, alerting, exports, integrations, gateway, ingest]);
  const running = services.filter((service) => service.status === 'fulfilled').map(({ value }) => value);
  const stop = async (): Promise<void> => {
    health.drain();
    for (const service of running.reverse()) await service.stop();
    await eventLog.close();
    await columnStore.close();
  };
  const failed = services.find((service) => service.status === 'rejected');
  if (failed === undefined) return { stop };
  await stop();
  throw failed.reason;
}
