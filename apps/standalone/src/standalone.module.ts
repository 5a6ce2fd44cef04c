import path from 'node:path';
import { Module, type DynamicModule } from '@nestjs/common';
import { AlertingModule } from '@svc/alerting';
import { generateApiKey } from '@svc/auth';
import { createColumnStore } from '@svc/columnar';
import { createKeyRing } from '@svc/encryption';
import { openEventLog, type EventLogAddress } from '@svc/event-log';
import { LogKeys } from '@svc/event-log/keys';
import { ExportsModule } from '@svc/exports';
import { toExportLimits } from '@svc/exports/settings';
import {
  bootstrapWorkspace,
  describeOwner,
  GatewayModule,
  hasMembers,
  startHttpApplication,
  toRateLimits,
} from '@svc/gateway';
import { toAuditCollector, toHttpOptions, toUserOptions } from '@svc/gateway/settings';
import { IngestModule } from '@svc/ingest';
import { toIngestLimits } from '@svc/ingest/settings';
import { IntegrationsModule } from '@svc/integrations';
import { toOAuthClients } from '@svc/integrations/settings';
import { directoryConfig } from '@svc/objects/settings';
import type { ServiceTools } from '@svc/observability';
import { EgressModule, ModelProviderConfigModule, QueryModule, SymbolLimitsModule } from '@svc/query';
import { StoresModule, type Stores } from '@svc/runtime';
import { exposeDiskSpace } from './disk-space.js';
import { localUrls } from './local-urls.js';
import type { StandaloneConfig } from './standalone.settings.js';
import type { StateDirectory } from './state-directory.js';
import type { EmbeddedStores } from './stores.js';

export interface RunningServices {
  /** ID of the project that the bootstrap created at this or an earlier start. */
  readonly projectId: string;
  /** Describes to operators whether the configured first owner was created; undefined if none is configured. */
  readonly owner: string | undefined;
  /** The token of the page that creates the first account; undefined if there is an account. */
  readonly setupToken: string | undefined;
  stop(): Promise<void>;
}

/** The six services in one application, with one shared instance of every provider. */
@Module({ imports: [QueryModule] })
class StandaloneModule {}

/**
 * Starts the six services in one process: the same modules as on several machines, which call each other over a socket in the run
 * directory. They are created while the column store starts and the workspace is bootstrapped, and listen when both are ready.
 */
export async function startServices(
  config: StandaloneConfig,
  { runPath, secrets }: StateDirectory,
  stores: EmbeddedStores,
  { logger, metrics, health }: ServiceTools,
): Promise<RunningServices> {
  const eventLogAddress: EventLogAddress & { readonly keys: string } = {
    kind: 'lmdb',
    options: stores.eventLog,
    keys: eventLogKeys(config.SVC_EVENT_LOG_KEYS, secrets.eventLog),
  };
  const logKeys = new LogKeys({
    relational: stores.relational,
    keyRing: createKeyRing(eventLogAddress.keys),
    maxAgeMs: config.SVC_EVENT_LOG_KEY_MAX_AGE_SECONDS * 1_000,
    clock: Date.now,
  });
  const workspace = bootstrapWorkspace(stores.relational, {
    apiKey: config.SVC_BOOTSTRAP_API_KEY ?? secrets.firstKey,
    projectSlug: config.SVC_BOOTSTRAP_PROJECT,
    organizationName: config.SVC_BOOTSTRAP_ORGANIZATION,
    owner: { email: config.SVC_BOOTSTRAP_EMAIL, password: config.SVC_BOOTSTRAP_PASSWORD },
    logKeys,
  });
  const ready = Promise.all([workspace, stores.columnStoreReady]);
  // Prevents an unhandled rejection: the application reports the failure when it awaits the promise later.
  ready.catch(() => undefined);
  const columnStore = createColumnStore(stores.columnStore);
  const eventLog = await openEventLog(eventLogAddress, logKeys);
  health.add('column_store', () => columnStore.check());
  exposeDiskSpace(metrics, path.dirname(stores.eventLog.directory));
  const setup = generateApiKey('setup');
  const module = toModule(config, `unix:${path.join(runPath, 'svc.sock')}`, stores, eventLogAddress, setup.sha256, {
    columnStore,
    eventLog,
    relational: stores.relational,
    cacheStore: stores.cacheStore,
    objects: stores.objects,
    cursorSecret: secrets.cursor,
    keyRing: createKeyRing(config.SVC_ENCRYPTION_KEYS ?? secrets.encryption),
    logKeys,
    health,
    logger,
    metrics,
  });
  const close = async (): Promise<void> => {
    await eventLog.close();
    await columnStore.close();
  };
  try {
    const application = await startHttpApplication(module, {
      http: toHttpOptions(config),
      rpc: { listen: `unix:${path.join(runPath, 'svc.sock')}` },
      ready,
      logger,
    });
    const stop = async (): Promise<void> => {
      await application.stop();
      await close();
    };
    const { projectId, owner } = await workspace;
    const setupToken = (await hasMembers(stores.relational)) ? undefined : setup.secret;
    return { projectId, owner: owner && describeOwner(owner), setupToken, stop };
  } catch (error) {
    await close();
    throw error;
  }
}

function toModule(
  config: StandaloneConfig,
  address: string,
  { columnStore, cacheStore, objectsDirectory }: EmbeddedStores,
  eventLog: EventLogAddress,
  setupTokenHash: Uint8Array,
  stores: Stores,
): DynamicModule {
  const gateway = GatewayModule.with({
    http: toHttpOptions(config),
    ...toUserOptions(config),
    ingest: { port: config.SVC_INGEST_PORT, scheme: config.SVC_TLS_CERT_FILE === undefined ? 'http' : 'https' },
    auditCollector: toAuditCollector(config),
    setupTokenHash,
    rateLimits: toRateLimits(config, (options) => cacheStore.rateLimiter(options)),
    addresses: { gateway: address, query: address, alerting: address, exports: address, integrations: address },
  });
  const ingest = IngestModule.with({
    ...toIngestLimits(config),
    stores: { eventLog, columnStore, objects: directoryConfig(objectsDirectory) },
    gateway: { address },
    logLevel: config.SVC_LOG_LEVEL,
  });
  const publicUrl = config.SVC_PUBLIC_URL ?? localUrls(config).rest;
  const exports = ExportsModule.with({ publicUrl, secret: stores.cursorSecret ?? '', limits: toExportLimits(config) });
  const { mail } = toUserOptions(config);
  const alerting = AlertingModule.with({ query: { address } });
  const integrations = IntegrationsModule.with({
    mail,
    egressAllow: config.SVC_EGRESS_ALLOW,
    egressHttp: config.SVC_EGRESS_HTTP,
    deliveryRetentionDays: config.SVC_DELIVERY_RETENTION_DAYS,
    publicUrl: config.SVC_PUBLIC_URL,
    pagesUrl: publicUrl,
    ticketUrlHosts: config.SVC_TICKET_URL_HOSTS,
    oauth: { clients: toOAuthClients(config), publicUrl },
  });
  return {
    module: StandaloneModule,
    imports: [
      StoresModule.with(stores),
      SymbolLimitsModule.with(config),
      ModelProviderConfigModule.with(config),
      EgressModule.with(config),
      gateway,
      ingest,
      alerting,
      exports,
      integrations,
    ],
  };
}

/** The given keys encrypt; the generated one still opens data that it encrypted. */
function eventLogKeys(given: string | undefined, generated: string): string {
  return given === undefined ? generated : `${given},${generated}`;
}
