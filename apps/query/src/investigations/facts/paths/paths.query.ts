import { hexDigits, select, selectFrom, sql, type RowsOf, type Sql } from '@svc/reading/statement';
import { SPANS } from '@svc/tables';
import { SPAN_TIMING } from '../../../telemetry/index.js';
import { isBad, isOfRequests, type BadRequests } from '../bad-requests/attributes.query.js';
import { inSample, isAbnormal, sampleRange } from '../sample/trace-sample.js';

/** The most spans of all traces together. */
export const MAX_PATH_SPANS = 40_000;

/** Sampled traces with a request of the services: of the abnormal side those in which one is slow, if it is known what is slow. */
function selectTracesOfRequests(requests: BadRequests, limit: number): Sql {
  const { sample, slowerThanNs } = requests;
  const abnormal = isAbnormal(sample);
  const traces = select({
    columns: sql`trace_id AS chosen, max(${abnormal}) AS side`,
    from: SPANS,
    scope: sample.scope,
    during: sampleRange(sample),
    where: [
      ...isOfRequests(requests),
      slowerThanNs === undefined ? undefined : sql`(NOT ${abnormal} OR ${isBad(requests)})`,
    ],
    groupBy: sql`chosen`,
    orderBy: sql`cityHash64(chosen)`,
    limit,
    limitBy: sql`side`,
  });
  return selectFrom(traces, { columns: sql`chosen` });
}

export type PathSpanRow = RowsOf<typeof selectPathSpans>;

/**
 * The times of all spans of the traces of requests, by trace.
 *
 * @param limit of the traces of each side.
 */
export function selectPathSpans(requests: BadRequests, limit: number) {
  const { sample } = requests;
  return select({
    columns: { trace: hexDigits(sql`trace_id`), ...SPAN_TIMING },
    from: SPANS,
    scope: sample.scope,
    during: sampleRange(sample),
    where: [...inSample(sample), sql`trace_id IN (${selectTracesOfRequests(requests, limit)})`],
    orderBy: sql`trace_id`,
    limit: MAX_PATH_SPANS,
  });
}
