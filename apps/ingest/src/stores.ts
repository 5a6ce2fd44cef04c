import type { ColumnStoreOptions } from '@svc/columnar';
import type { EventLogAddress } from '@svc/event-log';

/** Where the stores of ingestion are; plain data, so that it can be handed to a thread. */
export interface StoreAddresses {
  readonly eventLog: EventLogAddress;
  readonly columnStore: ColumnStoreOptions;
}
