import { KINDS } from '@svc/reading/signals';
import {
  hexDigits,
  idSet,
  select,
  sql,
  stringParam,
  typed,
  uint32,
  type RowOf,
  type RowsOf,
  type Scope,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { REQUEST_HOURS, SPANS } from '@svc/tables';
import { SPAN_COLUMNS } from '../traces/trace/spans.query.js';

const COLUMNS = {
  id: hexDigits(sql`trace_id`),
  ...SPAN_COLUMNS,
};
/** A span with the ID of its trace. */
export type JaegerSpanRow = RowOf<typeof COLUMNS>;

/** The spans of several traces, each trace by start time. */
export function selectSpansOfTraces(scope: Scope, ids: readonly string[], during: TimeRange, limit: number) {
  return select({
    columns: COLUMNS,
    from: SPANS,
    scope,
    during,
    where: [sql`trace_id IN ${idSet(ids, 16)}`],
    orderBy: sql`trace_id, timestamp, span_id`,
    limit,
  });
}

export type OperationRow = RowsOf<typeof selectOperations>;

/** Names and kinds of the spans of a service. @param kind a name of a kind; all kinds if empty. */
export function selectOperations(scope: Scope, service: string, kind: string, during: TimeRange, limit: number) {
  const code = KINDS.get(kind)?.low;
  return select({
    columns: { operation: typed('String', sql`toString(name)`), kind: typed('UInt8', sql`kind`) },
    from: SPANS,
    scope,
    during,
    where: [sql`service_name = ${stringParam(service)}`, code === undefined ? undefined : sql`kind = ${uint32(code)}`],
    groupBy: sql`name, kind`,
    orderBy: sql`operation, kind`,
    limit,
  });
}

/** Names of the services that sent spans, sorted. */
export function selectServiceNames(scope: Scope, during: TimeRange, limit: number) {
  return select({
    columns: { name: typed('String', sql`toString(service_name)`) },
    from: REQUEST_HOURS,
    scope,
    during,
    where: [sql`service_name != ''`],
    groupBy: sql`service_name`,
    orderBy: sql`name`,
    limit,
  });
}
