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
import { EVENT_NAMES_DAILY, EVENTS } from '@svc/tables';

export type EventNameRow = RowsOf<typeof selectEventNames>;

export interface EventNamePage {
  readonly scope: Scope;
  readonly range: TimeRange;
  readonly prefix: string;
  /** Only events that satisfy this condition. */
  readonly match: Sql | undefined;
  /** The last name of the previous page. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** Names ordered by their bytes. Without a match they are read from their own table; only a match needs the events. */
export function selectEventNames({ scope, range, prefix, match, after, limit }: EventNamePage) {
  const shared = { scope, during: range, groupBy: sql`name`, orderBy: sql`name`, limit };
  const where = [
    prefix === '' ? undefined : sql`startsWith(lowerUTF8(event), lowerUTF8(${stringParam(prefix)}))`,
    after === undefined ? undefined : sql`event > ${stringParam(after)}`,
  ];
  const name = typed('String', sql`toString(event)`);
  if (match) {
    const columns = { name, latest: nanoseconds(sql`max(timestamp)`) };
    return select({ ...shared, columns, from: EVENTS, where: [...where, match] });
  }
  const columns = { name, latest: nanoseconds(sql`max(last_seen)`) };
  return select({ ...shared, columns, from: EVENT_NAMES_DAILY, where });
}
