import { NestFactory } from '@nestjs/core';
import { RedisStore } from '@svc/cache/redis';
import { columnStoreOptions } from '@svc/columnar';
import { configFromEnvironment, toRpcCredentials } from '@svc/config';
import { openEventLog, type EventLogAddress } from '@svc/event-log';
import { runService } from '@svc/observability';
import { IngestModule } from './ingest.module.js';
import { INGEST_SETTINGS, toIngestLimits } from './ingest.settings.js';

const config = configFromEnvironment(INGEST_SETTINGS);

runService('ingest', config, async ({ logger, metrics }) => {
  const address: EventLogAddress = {
    kind: 'kafka',
    keys: config.SVC_EVENT_LOG_KEYS,
    options: {
      brokers: config.SVC_KAFKA_BROKERS,
      partitions: config.SVC_KAFKA_PARTITIONS,
      replicationFactor: config.SVC_KAFKA_REPLICATION,
      sessionTimeoutMs: config.SVC_KAFKA_SESSION_TIMEOUT_MS,
      maxRecordBytes: config.SVC_INGEST_MAX_BODY_BYTES,
    },
  };
  const cacheStore = await RedisStore.open({ url: config.SVC_REDIS_URL });
  const eventLog = await openEventLog(address);
  const options = {
    ...toIngestLimits(config),
    stores: { eventLog: address, columnStore: columnStoreOptions(config), migrate: true },
    gateway: { address: config.SVC_GATEWAY_ADDRESS, ...toRpcCredentials(config) },
    logLevel: config.SVC_LOG_LEVEL,
  };
  const module = IngestModule.root(options, { cacheStore, eventLog, logger, metrics });
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
