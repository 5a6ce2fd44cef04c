import { count, select, selectFrom, sql, type Scope, type Sql } from '@svc/reading/statement';
import { ceilTo, NANOSECONDS_PER_DAY, type TimeRange } from '@svc/reading/time';
import { SPANS } from '@svc/tables';

/**
 * Each of their traces has its summary in a granule of its own. As many granules hold all summaries of a day with ten million spans or
 * more.
 */
const FEW_SPANS_A_DAY = 10_000;

/** The number of spans, of traces that start in a range, from which on they are not few. */
export function manySpans({ from, to }: TimeRange): number {
  return FEW_SPANS_A_DAY * Number(ceilTo(to - from, NANOSECONDS_PER_DAY) / NANOSECONDS_PER_DAY);
}

/**
 * Counts the spans that meet a condition, up to `limit`: frequent ones are counted without reading far, and others in
 * one column or two.
 */
export function selectSpanCount(scope: Scope, during: TimeRange, condition: Sql, limit: number) {
  const found = select({ columns: sql`1`, from: SPANS, scope, during, where: [condition], limit });
  return selectFrom(found, { columns: { spans: count() } });
}
