import { nanoseconds, select, sql, tableColumns, type Scope, idSet } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { ERROR_HOURS } from '@svc/tables';

/** Maximum number of places that an issue lists. */
const MAX_PLACES = 1_000;

/** Selects the places and times of the errors of the variants. */
export function selectPlaces(scope: Scope, variants: readonly string[], during: TimeRange) {
  return select({
    columns: {
      ...tableColumns(ERROR_HOURS, ['environment', 'service_name', 'release', 'platform', 'mechanism']),
      first: nanoseconds(sql`min(first_seen)`),
      last: nanoseconds(sql`max(last_seen)`),
    },
    from: ERROR_HOURS,
    scope,
    during,
    where: [sql`variant IN ${idSet(variants, 16)}`],
    groupBy: sql`environment, service_name, release, platform, mechanism`,
    orderBy: sql`last DESC`,
    limit: MAX_PLACES,
  });
}
