import { SPANS, TRACE_SUMMARIES } from '@svc/columnar';
import { idBytes, select, sql, type Deletion, type Scope, type Sql } from '@svc/reading/statement';
import { NANOSECONDS_PER_DAY, type TimeRange } from '@svc/reading/time';

/** Spans may have arrived since the extent was read. */
const AROUND = NANOSECONDS_PER_DAY;

export function spansOfTrace(scope: Scope, id: string, extent: TimeRange) {
  const during = { from: extent.from - AROUND, to: extent.to + AROUND };
  return { from: SPANS, scope, during, where: [sql`trace_id = ${idBytes(id, 16)}`] } satisfies Deletion;
}

export function summaryOfTrace(scope: Scope, id: string) {
  const where = [sql`trace_id = ${idBytes(id, 16)}`];
  return { from: TRACE_SUMMARIES, scope, during: 'retention', where } satisfies Deletion;
}

/** One row when a span is left. */
export function selectSpanLeft(scope: Scope, id: string, extent: TimeRange): Sql {
  return select({ ...spansOfTrace(scope, id, extent), columns: sql`1`, limit: 1 });
}
