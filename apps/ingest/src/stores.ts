import type { ColumnStoreOptions } from '@svc/columnar';
import type { EventLogAddress } from '@svc/event-log';

/** Where the stores of ingestion are; plain data, so that it can be handed to a thread. */
export interface StoreAddresses {
  readonly eventLog: EventLogAddress;
  readonly columnStore: ColumnStoreOptions;
  /**
   * Has the column store's tables brought up to date before the sink begins. Receiving needs no column store, and goes on while
   * there is none.
   */
  readonly migrate?: boolean;
}
