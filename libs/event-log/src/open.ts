import { createKeyRing, SEAL_BYTES } from '@svc/encryption';
import type { KafkaEventLogOptions } from './kafka/kafka-event-log.js';
import type { LmdbEventLogOptions } from './lmdb/lmdb-event-log.js';
import type { EventLog } from './port.js';
import { DataKeys, type DataKeySource } from './sealed/data-keys.js';
import { SealedEventLog } from './sealed/sealed-event-log.js';

/** Address of the event log, as plain data that can be passed to a thread. */
export type EventLogAddress = (
  | { readonly kind: 'lmdb'; readonly options: LmdbEventLogOptions }
  | { readonly kind: 'kafka'; readonly options: KafkaEventLogOptions }
) & {
  /** Keys that encrypt the values, in the form of a key ring; they are stored as they are sent when absent. */
  readonly keys?: string | undefined;
};

/**
 * @param dataKeySource where readers look up the data keys of records; required where records with data keys are read.
 * @throws Error if the keys are malformed; ServiceError `unavailable` if the log cannot be opened.
 */
export async function openEventLog(address: EventLogAddress, dataKeySource?: DataKeySource): Promise<EventLog> {
  const keyRing = address.keys === undefined ? undefined : createKeyRing(address.keys);
  const log = await openPlain(withRoomForSeals(address));
  return new SealedEventLog(log, keyRing, new DataKeys(keyRing, dataKeySource));
}

/** Loads only the requested adapter, because a single machine never needs a Kafka client. */
async function openPlain(address: EventLogAddress): Promise<EventLog> {
  if (address.kind === 'lmdb') {
    const { LmdbEventLog } = await import('./lmdb/lmdb-event-log.js');
    return LmdbEventLog.open(address.options);
  }
  const { KafkaEventLog } = await import('./kafka/kafka-event-log.js');
  return new KafkaEventLog(address.options);
}

/** A value of the permitted size is longer when it is sealed. */
function withRoomForSeals(address: EventLogAddress): EventLogAddress {
  const { maxRecordBytes } = address.options;
  if (maxRecordBytes === undefined) return address;
  const options = { ...address.options, maxRecordBytes: maxRecordBytes + SEAL_BYTES };
  return { ...address, options } as EventLogAddress;
}
