import { RedisStore } from '@svc/cache/redis';
import { columnStoreOptions, createColumnStore } from '@svc/columnar';
import { configFromEnvironment } from '@svc/config';
import { openEventLog } from '@svc/event-log';
import { runService } from '@svc/observability';
import { createRelational } from '@svc/relational';
import { QUERY_SETTINGS } from './settings.js';
import { startQuery } from './start.js';

const config = configFromEnvironment(QUERY_SETTINGS);

runService('query', config, async ({ logger }) => {
  const columnStore = createColumnStore(columnStoreOptions(config));
  const eventLog = await openEventLog({ kind: 'kafka', options: { brokers: config.SVC_KAFKA_BROKERS } });
  const relational = createRelational({ url: config.SVC_DATABASE_URL, poolSize: config.SVC_DATABASE_POOL });
  const cacheStore = await RedisStore.open({ url: config.SVC_REDIS_URL });
  const server = await startQuery({
    columnStore,
    eventLog,
    relational,
    pubSub: cacheStore.pubSub,
    cursorSecret: config.SVC_CURSOR_SECRET,
    rpc: { listen: config.SVC_RPC_LISTEN, token: config.SVC_RPC_TOKEN },
    logger,
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
