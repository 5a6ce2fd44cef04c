import type { KafkaEventLogOptions } from './kafka/kafka-event-log.js';
import type { LmdbEventLogOptions } from './lmdb/lmdb-event-log.js';
import type { EventLog } from './port.js';

/** Address of the event log, as plain data that can be passed to a thread. */
export type EventLogAddress =
  | { readonly kind: 'lmdb'; readonly options: LmdbEventLogOptions }
  | { readonly kind: 'kafka'; readonly options: KafkaEventLogOptions };

/** Loads only the requested adapter, because a single machine never needs a Kafka client. */
export async function openEventLog(address: EventLogAddress): Promise<EventLog> {
  if (address.kind === 'lmdb') {
    const { LmdbEventLog } = await import('./lmdb/lmdb-event-log.js');
    return LmdbEventLog.open(address.options);
  }
  const { KafkaEventLog } = await import('./kafka/kafka-event-log.js');
  return new KafkaEventLog(address.options);
}
