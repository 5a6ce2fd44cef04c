import { TRACE_SUMMARIES } from '@svc/columnar';
import { idBytes, select, Sql, sql, type Scope } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';

export interface TraceSummaryRow {
  readonly id: string;
  readonly start: string;
  readonly finish: string;
  readonly span_total: string;
  readonly error_total: string;
  readonly service_names: string[];
  readonly environment_names: string[];
  readonly root_operation: string;
  readonly root_service_name: string;
  readonly customer: string;
}

/** Whole summaries of a page's traces. */
export function selectTraceSummaries(scope: Scope, ids: readonly string[], during: TimeRange): Sql {
  return select({
    columns: sql`lower(hex(trace_id)) AS id, toUnixTimestamp64Nano(min(start_time)) AS start,
  toUnixTimestamp64Nano(max(end_time)) AS finish, sum(span_count) AS span_total, sum(error_count) AS error_total,
  arraySort(groupUniqArrayArray(services)) AS service_names,
  arraySort(groupUniqArrayArray(environments)) AS environment_names, max(root_name) AS root_operation,
  max(root_service) AS root_service_name, max(distinct_id) AS customer`,
    from: TRACE_SUMMARIES,
    scope,
    during,
    where: [
      sql`trace_id IN (${Sql.join(
        ids.map((id) => idBytes(id, 16)),
        ', ',
      )})`,
    ],
    groupBy: sql`trace_id`,
  });
}

export interface TraceExtentRow {
  /** '0' when there is no such trace. */
  readonly spans: string;
  readonly start: string;
  readonly finish: string;
}

/** From a trace's id to its time, over the whole retention: the summaries' key ends in the id. */
export function selectTraceExtent(scope: Scope, id: string): Sql {
  return select({
    columns: sql`sum(span_count) AS spans, toUnixTimestamp64Nano(min(start_time)) AS start,
  toUnixTimestamp64Nano(max(end_time)) AS finish`,
    from: TRACE_SUMMARIES,
    scope,
    during: 'retention',
    where: [sql`trace_id = ${idBytes(id, 16)}`],
  });
}
