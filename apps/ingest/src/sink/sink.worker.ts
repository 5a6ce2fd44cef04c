import { parentPort, workerData } from 'node:worker_threads';
import { RedisStore } from '@svc/cache/redis';
import { createColumnStore } from '@svc/columnar';
import { openEventLog } from '@svc/event-log';
import { openObjectStore } from '@svc/objects/open';
import { createLogger, giveMemoryBackAtRest, type LogLevel } from '@svc/observability';
import type { StoredChannel } from '@svc/otlp';
import type { IngestOptions, StoreAddresses } from '../options/ingest-options.js';
import { openGatewayLogKeys } from './log-keys.js';
import { startSink } from './sink.js';

export interface SinkWorkerData {
  readonly stores: StoreAddresses;
  readonly gateway: IngestOptions['gateway'];
  readonly logLevel: LogLevel;
  readonly metricSeriesLimit: number;
}

/** A message of the thread to the one that started it: that it consumes, or the channel on which it announces stored records. */
export type SinkMessage = 'started' | StoredChannel;

/**
 * Entry point of the thread of the sink. It opens its own stores, so that no block crosses threads, and its encoding does not block
 * the event loop that serves clients. Any message asks the thread to stop; it exits after it has stopped.
 */
const { stores, gateway, logLevel, metricSeriesLimit } = workerData as SinkWorkerData;
const post = (message: SinkMessage): void => parentPort?.postMessage(message);
giveMemoryBackAtRest();
const logger = createLogger({ service: 'ingest-sink', level: logLevel });
const logKeys = openGatewayLogKeys(gateway);
const eventLog = await openEventLog(stores.eventLog, logKeys);
const columnStore = createColumnStore(stores.columnStore);
const cacheStore = stores.redis === undefined ? undefined : await RedisStore.open(stores.redis);
const objects = stores.objects && (await openObjectStore(stores.objects));
const asked = new Promise((resolve) => parentPort?.once('message', resolve));
const starting = startSink({
  eventLog,
  columnStore,
  metricSeriesLimit,
  cache: cacheStore?.cache,
  objects,
  logger,
  announce: post,
}).then((sink) => {
  post('started');
  return sink;
});
// A failed start ends the thread. If a stop is requested during the start, the start is awaited first.
await Promise.race([asked, starting]);
await asked;
const sink = await starting;
await sink.stop();
await Promise.all([eventLog.close(), columnStore.close(), cacheStore?.close(), objects?.close()]);
logKeys.close();
parentPort?.close();
