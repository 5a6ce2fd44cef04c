import { RedisStore } from '@svc/cache/redis';
import { toRedisOptions } from '@svc/cache/settings';
import { configFromEnvironment, toRpcCredentials } from '@svc/config';
import { createKeyRing } from '@svc/encryption';
import { LogKeys } from '@svc/event-log/keys';
import { requireSchema } from '@svc/migrations';
import { runService } from '@svc/observability';
import { canRewriteAuditLog, createRelational, migrateRelational, readRelationalSchema } from '@svc/relational';
import { toRateLimits } from './admission/rate-limit.js';
import { GatewayModule } from './gateway.module.js';
import { GATEWAY_SETTINGS, toAuditCollector, toHttpOptions, toUserOptions } from './gateway.settings.js';
import { startHttpApplication } from './http/http-application.js';
import { toOwnAddress } from './operations/operations-options.js';
import { describeOwner } from './workspace/bootstrap/bootstrap-owner.js';
import { bootstrapWorkspace } from './workspace/bootstrap/bootstrap-workspace.js';

const config = configFromEnvironment(GATEWAY_SETTINGS);

runService('gateway', config, async ({ logger, metrics, health }) => {
  if (config.SVC_MIGRATIONS === 'require')
    requireSchema('Postgres', await readRelationalSchema(config.SVC_DATABASE_URL));
  else
    await migrateRelational(config.SVC_DATABASE_OWNER_URL ?? config.SVC_DATABASE_URL, {
      serviceUrl: config.SVC_DATABASE_URL,
    });
  const relational = createRelational({ url: config.SVC_DATABASE_URL, poolSize: config.SVC_DATABASE_POOL });
  if (await canRewriteAuditLog(relational))
    logger.warn(
      'the database role of the service can modify the audit log; set SVC_DATABASE_OWNER_URL to separate the roles',
    );
  const logKeys = new LogKeys({
    relational,
    keyRing: config.SVC_EVENT_LOG_KEYS === undefined ? undefined : createKeyRing(config.SVC_EVENT_LOG_KEYS),
    maxAgeMs: config.SVC_EVENT_LOG_KEY_MAX_AGE_SECONDS * 1_000,
    clock: Date.now,
  });
  const { secret, owner } = await bootstrapWorkspace(relational, {
    apiKey: config.SVC_BOOTSTRAP_API_KEY,
    projectSlug: config.SVC_BOOTSTRAP_PROJECT,
    organizationName: config.SVC_BOOTSTRAP_ORGANIZATION,
    owner: { email: config.SVC_BOOTSTRAP_EMAIL, password: config.SVC_BOOTSTRAP_PASSWORD },
    logKeys,
  });
  // Not through the log, which is stored and shipped: the secret is shown only this once.
  if (owner !== undefined) process.stderr.write(`First owner: ${describeOwner(owner)}\n`);
  if (secret !== undefined) process.stderr.write(`Owner API key, shown once: ${secret}\n`);

  const cacheStore = await RedisStore.open(toRedisOptions(config));
  health.add('cache', () => cacheStore.check());
  const credentials = toRpcCredentials(config);
  const http = toHttpOptions(config);
  const module = GatewayModule.root(
    {
      http,
      ...toUserOptions(config),
      auditCollector: toAuditCollector(config),
      rateLimits: toRateLimits(config, (options) => cacheStore.rateLimiter(options)),
      credentials,
      addresses: {
        gateway: toOwnAddress(config.SVC_RPC_LISTEN),
        query: config.SVC_QUERY_ADDRESS,
        alerting: config.SVC_ALERTING_ADDRESS,
        exports: config.SVC_EXPORTS_ADDRESS,
        integrations: config.SVC_INTEGRATIONS_ADDRESS,
      },
    },
    {
      relational,
      cacheStore,
      cursorSecret: config.SVC_CURSOR_SECRET,
      keyRing: createKeyRing(config.SVC_ENCRYPTION_KEYS),
      logKeys,
      logger,
      health,
      metrics,
    },
  );
  const rpc = { listen: config.SVC_RPC_LISTEN, ...credentials };
  const application = await startHttpApplication(module, { http, rpc, logger });
  return {
    async stop() {
      await application.stop();
      await cacheStore.close();
      await relational.close();
    },
  };
});
