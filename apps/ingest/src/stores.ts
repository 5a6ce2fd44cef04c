import type { ColumnStoreOptions } from '@svc/columnar';
import {
  KafkaEventLog,
  LmdbEventLog,
  type EventLog,
  type KafkaEventLogOptions,
  type LmdbEventLogOptions,
} from '@svc/event-log';

/** Where the event log is; plain data, so that it can be handed to a thread. */
export type EventLogAddress =
  | { readonly kind: 'lmdb'; readonly options: LmdbEventLogOptions }
  | { readonly kind: 'kafka'; readonly options: KafkaEventLogOptions };

/** Where the stores of ingestion are; plain data, so that it can be handed to a thread. */
export interface StoreAddresses {
  readonly eventLog: EventLogAddress;
  readonly columnStore: ColumnStoreOptions;
}

export async function openEventLog(address: EventLogAddress): Promise<EventLog> {
  return address.kind === 'lmdb' ? LmdbEventLog.open(address.options) : new KafkaEventLog(address.options);
}
