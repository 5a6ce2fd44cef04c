import { NestFactory } from '@nestjs/core';
import { RedisStore } from '@svc/cache/redis';
import { toRedisOptions } from '@svc/cache/settings';
import { columnStoreOptions, refuseOldClickHouse } from '@svc/columnar';
import { configFromEnvironment, toRpcCredentials } from '@svc/config';
import { openEventLog, toKafkaAccess, type EventLogAddress } from '@svc/event-log';
import { toObjectStoreConfig } from '@svc/objects/settings';
import { runService } from '@svc/observability';
import { IngestModule } from './ingest.module.js';
import { INGEST_SETTINGS, toIngestLimits } from './ingest.settings.js';
import { refuseOtherSchema } from './sink/migrate-alone.js';

const config = configFromEnvironment(INGEST_SETTINGS);

runService('ingest', config, async ({ logger, metrics, health }) => {
  const address: EventLogAddress = {
    kind: 'kafka',
    keys: config.SVC_EVENT_LOG_KEYS,
    options: {
      ...toKafkaAccess(config),
      partitions: config.SVC_KAFKA_PARTITIONS,
      replicationFactor: config.SVC_KAFKA_REPLICATION,
      sessionTimeoutMs: config.SVC_KAFKA_SESSION_TIMEOUT_MS,
      maxRecordBytes: config.SVC_INGEST_MAX_BODY_BYTES,
    },
  };
  const columnStore = columnStoreOptions(config);
  await (config.SVC_MIGRATIONS === 'require' ? refuseOtherSchema(columnStore) : refuseOldClickHouse(columnStore));
  const redis = toRedisOptions(config);
  const cacheStore = await RedisStore.open(redis);
  const eventLog = await openEventLog(address);
  health.add('event_log', () => eventLog.check());
  const options = {
    ...toIngestLimits(config),
    stores: {
      eventLog: address,
      columnStore,
      redis,
      objects: toObjectStoreConfig(config),
      migrations: config.SVC_MIGRATIONS,
    },
    gateway: { address: config.SVC_GATEWAY_ADDRESS, ...toRpcCredentials(config) },
    logLevel: config.SVC_LOG_LEVEL,
  };
  const module = IngestModule.root(options, { cacheStore, eventLog, logger, metrics, health });
  // Otherwise Nest would exit the process instead of letting the caller report a failure.
  const application = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
  return {
    async stop() {
      await application.close();
      await eventLog.close();
      await cacheStore.close();
    },
  };
});
