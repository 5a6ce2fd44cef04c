import {
  finite,
  oneOf,
  select,
  selectFrom,
  sql,
  stringParam,
  tableColumns,
  typed,
  unionAll,
  type Scope,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { ERROR_MINUTES, LOGS, REQUEST_MINUTES, SPANS } from '@svc/tables';
import { countErrors } from '../../counts/error-counts.query.js';

/** Services with a span, a log record or an error of a release. */
export function selectReleaseServices(scope: Scope, release: string, during: TimeRange) {
  const shared = {
    columns: tableColumns(SPANS, ['service_name']),
    scope,
    during,
    where: [sql`release = ${stringParam(release)}`, sql`service_name != ''`],
    groupBy: sql`service_name`,
  };
  const services = [SPANS, LOGS, ERROR_MINUTES].map((from) => select({ ...shared, from }));
  return selectFrom(unionAll(services), {
    columns: { service: typed('String', sql`toString(service_name)`) },
    groupBy: sql`service`,
    orderBy: sql`service`,
    limit: MAX_SERVICES,
  });
}

/** More than any project deploys at once. */
const MAX_SERVICES = 1_000;

/** The errors of services; of all services if none is named. One row. */
export function selectErrorCount(scope: Scope, range: TimeRange, services: readonly string[]) {
  const where = [oneOf(sql`service_name`, services)];
  const all = { columns: () => sql`1 AS one`, groupBy: sql`one` };
  return selectFrom(countErrors({ scope, range, where, ...all }), {
    columns: { errors: typed('UInt64', sql`sum(matching)`) },
  });
}

/** The requests of services; of all services if none is named. One row. */
export function selectRequestCount(scope: Scope, during: TimeRange, services: readonly string[]) {
  return select({
    columns: { requests: finite(sql`toFloat64(sum(requests)) + sum(added_requests)`) },
    from: REQUEST_MINUTES,
    scope,
    during,
    where: [oneOf(sql`service_name`, services)],
  });
}
