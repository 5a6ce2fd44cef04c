import { nanoTimestamp, select, sql, tableColumns, typed, type RowsOf, type Scope } from '@svc/reading/statement';
import { USAGE_HOURS } from '@svc/tables';

/** What was received of one signal with one outcome; 64-bit numbers as strings, times as seconds since 1970. */
export type ReceiptRow = RowsOf<typeof selectReceipts>;

/**
 * Selects the first and the last receipt of all hours, and the counts of the hours since `countsFrom`. A row without a second of receipt
 * (0), which versions before 0017_receipts wrote, stands for the start of its hour.
 *
 * @param countsFrom nanoseconds since 1970 of the start of an hour.
 */
export function selectReceipts(scope: Scope, countsFrom: bigint) {
  const isCounted = sql`hour >= toDateTime(${nanoTimestamp(countsFrom)})`;
  return select({
    columns: {
      ...tableColumns(USAGE_HOURS, ['signal', 'outcome']),
      first_second: typed('UInt32', sql`toUnixTimestamp(min(greatest(hour, first_received)))`),
      last_second: typed('UInt32', sql`toUnixTimestamp(max(greatest(hour, last_received)))`),
      items: typed('UInt64', sql`sumIf(usage_hours.items, ${isCounted})`),
      requests: typed('UInt64', sql`sumIf(usage_hours.requests, ${isCounted})`),
      bytes: typed('UInt64', sql`sumIf(usage_hours.bytes, ${isCounted})`),
    },
    from: USAGE_HOURS,
    scope,
    // All hours: the key begins with the project, which has at most a few rows an hour.
    during: 'retention',
    groupBy: sql`signal, outcome`,
    orderBy: sql`signal, items DESC, outcome`,
  });
}
