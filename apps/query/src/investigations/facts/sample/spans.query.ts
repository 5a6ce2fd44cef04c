import { select, selectFrom, sql, type Sql } from '@svc/reading/statement';
import { SPANS } from '@svc/tables';
import { NAMES_TARGET } from '../../../telemetry/index.js';
import { inSample, isAbnormal, sampleRange, type TraceSample } from './trace-sample.js';

/** Eight bytes instead of twenty-four, because joins must fit into memory. */
export const LINK = sql`cityHash64(trace_id, span_id)`;
export const PARENT_LINK = sql`cityHash64(trace_id, parent_span_id)`;
export const HAS_PARENT = sql`parent_span_id != toFixedString('', 8)`;

function selectSampled(sample: TraceSample, columns: Sql, where: readonly Sql[] = []): Sql {
  return select({
    columns,
    from: SPANS,
    scope: sample.scope,
    during: sampleRange(sample),
    where: [...inSample(sample), ...where],
  });
}

/** The child spans of each span: start, end, service and whether they failed. */
export function selectChildren(sample: TraceSample): Sql {
  const children = selectSampled(
    sample,
    sql`${PARENT_LINK} AS link, toUnixTimestamp64Nano(timestamp) AS began, duration_ns AS took, service_name AS of_service,
  status_code = 2 AS failed`,
    [HAS_PARENT],
  );
  return selectFrom(children, {
    columns: sql`link, groupArray((began, began + toInt64(took), toString(of_service), failed)) AS children`,
    groupBy: sql`link`,
  });
}

/** Spans with their side and what is needed to compare them. */
export function selectSpansWithLink(sample: TraceSample): Sql {
  return selectSampled(
    sample,
    sql`${LINK} AS link, service_name AS service, name AS operation, kind, status_code = 2 AS is_error, duration_ns AS duration,
  toUnixTimestamp64Nano(timestamp) AS start, ${isAbnormal(sample)} AS abnormal_side, ${NAMES_TARGET} AS names_target`,
  );
}
