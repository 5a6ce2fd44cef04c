import { KafkaEventLog, type KafkaEventLogOptions } from './kafka/kafka-event-log.js';
import { LmdbEventLog, type LmdbEventLogOptions } from './lmdb/lmdb-event-log.js';
import type { EventLog } from './port.js';

/** Where the event log is; plain data, so that it can be handed to a thread. */
export type EventLogAddress =
  | { readonly kind: 'lmdb'; readonly options: LmdbEventLogOptions }
  | { readonly kind: 'kafka'; readonly options: KafkaEventLogOptions };

export async function openEventLog(address: EventLogAddress): Promise<EventLog> {
  return address.kind === 'lmdb' ? LmdbEventLog.open(address.options) : new KafkaEventLog(address.options);
}
