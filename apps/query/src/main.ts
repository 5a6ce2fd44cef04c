import { RedisStore } from '@svc/cache/redis';
import { columnStoreOptions, createColumnStore } from '@svc/columnar';
import { configFromEnvironment, toRpcCredentials } from '@svc/config';
import { openEventLog } from '@svc/event-log';
import { HealthRegistry, runService } from '@svc/observability';
import { createRelational } from '@svc/relational';
import { startRpcServer } from '@svc/rpc';
import { QueryModule } from './query.module.js';
import { QUERY_SETTINGS } from './query.settings.js';

const config = configFromEnvironment(QUERY_SETTINGS);

runService('query', config, async ({ logger, metrics }) => {
  const columnStore = createColumnStore(columnStoreOptions(config));
  const eventLog = await openEventLog({
    kind: 'kafka',
    options: { brokers: config.SVC_KAFKA_BROKERS },
    keys: config.SVC_EVENT_LOG_KEYS,
  });
  const relational = createRelational({ url: config.SVC_DATABASE_URL, poolSize: config.SVC_DATABASE_POOL });
  const cacheStore = await RedisStore.open({ url: config.SVC_REDIS_URL });
  const health = new HealthRegistry({
    onFailure: (check, cause) => logger.warn({ check, err: cause }, 'health check failed'),
  });
  health.add('column_store', () => columnStore.check());
  health.add('relational', () => relational.check());
  const server = await startRpcServer({
    module: QueryModule.with({
      columnStore,
      eventLog,
      relational,
      cacheStore,
      cursorSecret: config.SVC_CURSOR_SECRET,
      logger,
      metrics,
    }),
    address: config.SVC_RPC_LISTEN,
    ...toRpcCredentials(config),
    log: logger,
    isReady: async () => (await health.report()).ok,
  });
  return {
    async stop() {
      await server.stop();
      await cacheStore.close();
      await eventLog.close();
      await columnStore.close();
      await relational.close();
    },
  };
});
