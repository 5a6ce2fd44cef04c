import { RedisStore } from '@svc/cache/redis';
import { toRedisOptions } from '@svc/cache/settings';
import { columnStoreOptions, createColumnStore, readColumnStoreSchema, refuseOldClickHouse } from '@svc/columnar';
import { configFromEnvironment, toRpcCredentials } from '@svc/config';
import { createKeyRing } from '@svc/encryption';
import { openEventLog, toKafkaAccess } from '@svc/event-log';
import { LogKeys } from '@svc/event-log/keys';
import { requireSchema } from '@svc/migrations';
import { openObjectStore } from '@svc/objects/open';
import { runService } from '@svc/observability';
import { createRelational, readRelationalSchema } from '@svc/relational';
import { startRpcServer } from '@svc/rpc';
import { QueryModule } from './query.module.js';
import { QUERY_SETTINGS } from './query.settings.js';

const config = configFromEnvironment(QUERY_SETTINGS);

runService('query', config, async ({ logger, metrics, health }) => {
  if (config.SVC_MIGRATIONS === 'require') {
    requireSchema('Postgres', await readRelationalSchema(config.SVC_DATABASE_URL));
    requireSchema('the column store', await readColumnStoreSchema(columnStoreOptions(config)));
  } else {
    await refuseOldClickHouse(columnStoreOptions(config));
  }
  const columnStore = createColumnStore(columnStoreOptions(config));
  const relational = createRelational({ url: config.SVC_DATABASE_URL, poolSize: config.SVC_DATABASE_POOL });
  // The gateway creates keys; this service finds and destroys them, for which it needs no key ring.
  const logKeys = new LogKeys({
    relational,
    maxAgeMs: config.SVC_EVENT_LOG_KEY_MAX_AGE_SECONDS * 1_000,
    clock: Date.now,
  });
  const eventLog = await openEventLog(
    {
      kind: 'kafka',
      options: { ...toKafkaAccess(config), sessionTimeoutMs: config.SVC_KAFKA_SESSION_TIMEOUT_MS },
      keys: config.SVC_EVENT_LOG_KEYS,
    },
    logKeys,
  );
  const objects = await openObjectStore(config);
  const cacheStore = await RedisStore.open(toRedisOptions(config));
  health.add('column_store', () => columnStore.check());
  health.add('relational', () => relational.check());
  health.add('objects', () => objects.check());
  const server = await startRpcServer({
    module: QueryModule.with(
      {
        columnStore,
        eventLog,
        relational,
        logKeys,
        cacheStore,
        objects,
        cursorSecret: config.SVC_CURSOR_SECRET,
        keyRing: createKeyRing(config.SVC_ENCRYPTION_KEYS),
        logger,
        metrics,
      },
      config,
    ),
    address: config.SVC_RPC_LISTEN,
    ...toRpcCredentials(config),
    log: logger,
    isReady: async () => (await health.report()).ok,
  });
  return {
    async stop() {
      await server.stop();
      await cacheStore.close();
      await objects.close();
      await eventLog.close();
      await columnStore.close();
      await relational.close();
    },
  };
});
