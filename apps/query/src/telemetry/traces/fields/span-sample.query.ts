import { count, nanoseconds, select, selectFrom, sql } from '@svc/reading/statement';
import { SPANS } from '@svc/tables';
import type { SampledRecords } from '../../fields/fields.query.js';

/** The time of the oldest span of the sample, and the sample's size. Reads times only, so that whole spans are read of the sample alone. */
export function selectSpanSampleStart({ scope, range, filter, sample }: SampledRecords) {
  const newest = select({
    columns: sql`timestamp`,
    from: SPANS,
    scope,
    during: range,
    where: filter,
    orderBy: sql`timestamp DESC`,
    limit: sample,
  });
  return selectFrom(newest, { columns: { start: nanoseconds(sql`min(timestamp)`), records: count() } });
}

/**
 * Number of spans in the window, sampled or not. They are counted one by one, because the minutes of services keep deleted traces and
 * erased persons.
 */
export function selectSpanTotal({ scope, range, filter }: SampledRecords) {
  return select({ columns: { records: count() }, from: SPANS, scope, during: range, where: filter });
}
