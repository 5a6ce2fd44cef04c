import { RedisStore } from '@svc/cache/redis';
import { configFromEnvironment } from '@svc/config';
import { createKeyRing } from '@svc/encryption';
import { HealthRegistry, runService } from '@svc/observability';
import { createRelational, migrateRelational } from '@svc/relational';
import { bootstrapWorkspace } from './bootstrap/bootstrap-workspace.js';
import { GATEWAY_SETTINGS, peopleOptions } from './gateway.settings.js';
import { rateLimitsOf } from './edge/rate-limit.js';
import { startGateway } from './start.js';

const config = configFromEnvironment(GATEWAY_SETTINGS);

runService('gateway', config, async ({ logger, metrics }) => {
  await migrateRelational(config.SVC_DATABASE_URL);
  const relational = createRelational({ url: config.SVC_DATABASE_URL, poolSize: config.SVC_DATABASE_POOL });
  const { secret } = await bootstrapWorkspace(relational, {
    apiKey: config.SVC_BOOTSTRAP_API_KEY,
    projectSlug: config.SVC_BOOTSTRAP_PROJECT,
    organizationName: config.SVC_BOOTSTRAP_ORGANIZATION,
    owner: { email: config.SVC_BOOTSTRAP_EMAIL, password: config.SVC_BOOTSTRAP_PASSWORD },
  });
  // Not through the log, which is kept and shipped: this is the only time the secret is seen.
  if (secret !== undefined) process.stderr.write(`Owner API key, shown once: ${secret}\n`);

  const cacheStore = await RedisStore.open({ url: config.SVC_REDIS_URL });
  const health = new HealthRegistry({
    onFailure: (check, cause) => logger.warn({ check, err: cause }, 'health check failed'),
  });
  health.add('cache', () => cacheStore.check());
  const gateway = await startGateway({
    relational,
    pubSub: cacheStore.pubSub,
    rateLimiters: (options) => cacheStore.rateLimiter(options),
    ...peopleOptions(config),
    cursorSecret: config.SVC_CURSOR_SECRET,
    keyRing: createKeyRing(config.SVC_ENCRYPTION_KEYS),
    rateLimits: rateLimitsOf(config, (options) => cacheStore.rateLimiter(options)),
    rpc: {
      listen: config.SVC_RPC_LISTEN,
      token: config.SVC_RPC_TOKEN,
      addresses: {
        query: config.SVC_QUERY_ADDRESS,
        alerting: config.SVC_ALERTING_ADDRESS,
        exports: config.SVC_EXPORTS_ADDRESS,
        integrations: config.SVC_INTEGRATIONS_ADDRESS,
      },
    },
    http: { host: config.SVC_HTTP_HOST, port: config.SVC_HTTP_PORT },
    logger,
    health,
    metrics,
  });
  return {
    async stop() {
      health.drain();
      await gateway.stop();
      await cacheStore.close();
      await relational.close();
    },
  };
});
