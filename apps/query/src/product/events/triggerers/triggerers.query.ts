import {
  nanoseconds,
  select,
  sql,
  stringParam,
  typed,
  type RowsOf,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { EVENTS } from '@svc/tables';
import { canonicalDistinctId } from '../../../customers/index.js';
import { finalIf } from '../event-fields.js';

export type TriggererRow = RowsOf<typeof selectTriggerers>;

export interface TriggererPage {
  readonly scope: Scope;
  readonly range: TimeRange;
  readonly event: string;
  readonly match: Sql | undefined;
  /** The last canonical distinct ID of the previous page. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** Persons ordered by the bytes of their canonical distinct IDs, which no later event changes. */
export function selectTriggerers({ scope, range, event, match, after, limit }: TriggererPage) {
  return select({
    columns: {
      canonical: typed('String', sql`${canonicalDistinctId(scope)}`),
      messages: typed('UInt64', sql`uniqExact(message_id_hash)`),
      // Nanoseconds since 1970.
      first: nanoseconds(sql`min(timestamp)`),
      last: nanoseconds(sql`max(timestamp)`),
    },
    from: EVENTS,
    ...finalIf(match !== undefined),
    scope,
    during: range,
    where: [sql`event = ${stringParam(event)}`, match],
    groupBy: sql`canonical`,
    having: [after === undefined ? undefined : sql`canonical > ${stringParam(after)}`],
    orderBy: sql`canonical`,
    limit,
  });
}
