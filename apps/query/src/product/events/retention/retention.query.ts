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
import { EVENTS } from '@svc/tables';
import { personHash } from '../../../customers/index.js';
import { finalIf } from '../event-fields.js';
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

/** Which persons came back when, by cohort. */
export function selectRetention({ scope, range, start, returning, where, starts }: RetentionCounting) {
  const rows = select({
    columns: sql`${personHash(scope)} AS person, toUnixTimestamp64Nano(timestamp) AS t, ${start.condition} AS is_start,
  ${returning.condition} AS is_return`,
    from: EVENTS,
    ...finalIf(where.length > 0 || start.isFiltered || returning.isFiltered),
    scope,
    during: range,
    where: [sql`event IN ${stringParams([start.event, returning.event])}`, ...where],
  });
  const persons = sql`SELECT minIf(t, is_start) AS begun, groupArrayIf(t, is_return) AS returns
FROM (${rows})
GROUP BY person HAVING countIf(is_start) > 0`;
  return selectFrom(
    sql`SELECT ${bucketStart(sql`begun`, starts)} AS cohort,
  arrayDistinct(arrayMap(t -> ${bucketStart(sql`t`, starts)}, arrayFilter(t -> t >= begun, returns))) AS late_enough,
  arrayPushBack(late_enough, toInt64(-1)) AS periods
FROM (${persons})`,
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
