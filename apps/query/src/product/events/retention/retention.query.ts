import { EVENTS } from '@svc/tables';
import { personHash } from '../../../customers/index.js';
import {
  count,
  select,
  selectFrom,
  sql,
  stringParams,
  typed,
  type RowsOf,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import type { SelectedEvents } from '../event-selector.js';
import { bucketStart } from '../event-window.js';

/** The persons and returns to count. */
export interface RetentionCounting {
  readonly scope: Scope;
  readonly range: TimeRange;
  readonly start: SelectedEvents;
  readonly returning: SelectedEvents;
  readonly where: readonly Sql[];
  /** Starts of the periods, ascending; the first is not after the start of the range. */
  readonly starts: readonly bigint[];
}

export type RetentionRow = RowsOf<typeof selectRetention>;

/**
 * Which persons came back when, by cohort. The last return of a period is used: if any return is late enough, the last
 * one is.
 */
export function selectRetention({ scope, range, start, returning, where, starts }: RetentionCounting) {
  const rows = select({
    columns: sql`${personHash(scope)} AS person, toUnixTimestamp64Nano(timestamp) AS t, ${bucketStart(sql`t`, starts)} AS period,
  ${start.condition} AS is_start, ${returning.condition} AS is_return`,
    from: EVENTS,
    final: true,
    scope,
    during: range,
    where: [sql`event IN ${stringParams([start.event, returning.event])}`, ...where],
  });
  return selectFrom(
    sql`SELECT person, minIf(period, first_start > 0) AS cohort, minIf(first_start, first_start > 0) AS begun,
  arrayFilter(back -> back.2 >= begun, groupArray((period, last_return))) AS late_enough,
  arrayPushBack(arrayMap(back -> back.1, late_enough), toInt64(-1)) AS periods
FROM (SELECT person, period, minIf(t, is_start) AS first_start, maxIf(t, is_return) AS last_return
FROM (${rows}) GROUP BY person, period)
GROUP BY person HAVING countIf(first_start > 0) > 0`,
    {
      columns: {
        // Start of the cohort's period in nanoseconds.
        cohort: typed('Int64', sql`cohort`),
        // Start of the period in which the persons came back; -1 in the row that counts the cohort itself.
        returned: typed('Int64', sql`returned`),
        persons: count(),
      },
      join: sql`ARRAY JOIN periods AS returned`,
      groupBy: sql`cohort, returned`,
    },
  );
}
