import { selectDistinctIds } from '@svc/reading/persons';
import { select, sql, typed, type Scope } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { SPANS } from '@svc/tables';

/** Services that answered requests of a person, under whichever ID, with the number of those that failed. */
export function selectServicesOfPerson(scope: Scope, canonical: string, range: TimeRange, limit: number) {
  return select({
    columns: {
      service: typed('String', sql`toString(service_name)`),
      errors: typed('UInt64', sql`countIf(status_code = 2)`),
    },
    from: SPANS,
    scope,
    during: range,
    where: [
      sql`distinct_id IN (${selectDistinctIds(scope, [canonical])})`,
      sql`kind IN (2, 5)`,
      sql`service_name != ''`,
    ],
    groupBy: sql`service`,
    orderBy: sql`errors DESC, count() DESC, service`,
    limit,
  });
}
