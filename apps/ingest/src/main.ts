import { RedisStore } from '@svc/cache/redis';
import { columnStoreOptions } from '@svc/columnar';
import { configFromEnvironment } from '@svc/config';
import { runService } from '@svc/observability';
import { INGEST_SETTINGS, ingestLimitsOf } from './settings.js';
import { startIngest } from './start.js';

const config = configFromEnvironment(INGEST_SETTINGS);

runService('ingest', config, async ({ logger, metrics }) => {
  const columnStore = columnStoreOptions(config);
  const cacheStore = await RedisStore.open({ url: config.SVC_REDIS_URL });
  const ingest = await startIngest({
    ...ingestLimitsOf(config),
    stores: {
      eventLog: {
        kind: 'kafka',
        options: {
          brokers: config.SVC_KAFKA_BROKERS,
          partitions: config.SVC_KAFKA_PARTITIONS,
          replicationFactor: config.SVC_KAFKA_REPLICATION,
          sessionTimeoutMs: config.SVC_KAFKA_SESSION_TIMEOUT_MS,
          maxRecordBytes: config.SVC_INGEST_MAX_BODY_BYTES,
        },
      },
      columnStore,
      migrate: true,
    },
    cacheStore,
    gateway: { address: config.SVC_GATEWAY_ADDRESS, token: config.SVC_RPC_TOKEN },
    logger,
    logLevel: config.SVC_LOG_LEVEL,
    metrics,
  });
  return {
    async stop() {
      await ingest.stop();
      await cacheStore.close();
    },
  };
});
