import { finite, select, selectFrom, sql, typed, uint32, type RowsOf } from '@svc/reading/statement';
import { SPANS } from '@svc/tables';
import { selectChildren, selectSpansWithLink } from '../sample/spans.query.js';
import { inSample, isAbnormal, sampleRange, type TraceSample } from '../sample/trace-sample.js';

export const MAX_OPERATIONS = 5_000;

export type OperationRow = RowsOf<typeof selectOperations>;

/**
 * The time of a span during which a child span runs. A child that runs outside of its parent was measured by another clock, or goes on
 * after it: it counts from the start of the parent.
 */
const COVERED = sql`tupleElement(arrayFold(
    (acc, x) -> (acc.1 + greatest(toInt64(0), x.2 - greatest(x.1, acc.2)), greatest(acc.2, x.2)),
    arraySort(x -> x.1, arrayMap(c -> if(c.1 < start OR c.2 > start + toInt64(duration),
      (start, start + least(toInt64(duration), c.2 - c.1)), (c.1, c.2)), children)),
    (toInt64(0), start)), 1)`;

const OWN = sql`greatest(toFloat64(1), toFloat64(duration) - toFloat64(covered))`;
/** A call that another service answered: its own time is that of the network, see the calls between services. */
const IS_ANSWERED = sql`kind IN (3, 4) AND arrayExists(c -> c.3 != service, children)`;

/** A call that its caller gave up before the answer: the error is that of a slow service, which the caller only noticed. */
const IS_GIVEN_UP = sql`kind IN (3, 4) AND arrayExists(c -> c.3 != service AND c.2 - c.1 >= toInt64(duration), children)`;

/**
 * Calls, errors and own time of the operations of each service, also in buckets.
 *
 * @param bucketSeconds whole seconds.
 */
export function selectOperations(sample: TraceSample, bucketSeconds: number) {
  const width = uint32(bucketSeconds);
  const spans = selectFrom(selectSpansWithLink(sample), {
    columns: sql`service, operation, start, abnormal_side, is_error, names_target, ${COVERED} AS covered, duration, ${IS_ANSWERED} AS is_answered,
  is_error AND NOT arrayExists(c -> c.4, children) AND NOT (kind IN (3, 4) AND names_target AND empty(children))
    AND NOT (${IS_GIVEN_UP}) AS is_own_error`,
    join: sql`AS spans LEFT JOIN (${selectChildren(sample)}) AS parents USING (link)`,
  });
  return selectFrom(spans, {
    columns: {
      service: typed('String', sql`service`),
      operation: typed('String', sql`operation`),
      is_abnormal: typed('UInt8', sql`abnormal_side`),
      calls: typed('UInt64', sql`count()`),
      errors: typed('UInt64', sql`countIf(is_error)`),
      own_errors: typed('UInt64', sql`countIf(is_own_error)`),
      own_calls: typed('UInt64', sql`countIf(NOT is_answered)`),
      // Of the binary logarithm of nanoseconds.
      own_mean: finite(sql`ifNotFinite(avgIf(log2(${OWN}), NOT is_answered), 0)`),
      own_variance: finite(sql`ifNotFinite(varPopIf(log2(${OWN}), NOT is_answered), 0)`),
      own_ms: finite(sql`ifNotFinite(avgIf(${OWN}, NOT is_answered), 0) / 1e6`),
      // Starts of buckets in seconds; for each of them calls, own errors, spans with an own time, and the sum of its binary logarithms.
      buckets: typed(
        'Tuple(Array(UInt32), Array(UInt64), Array(UInt64), Array(UInt64), Array(Float64))',
        sql`sumMap([toUInt32(intDiv(intDiv(start, 1000000000), ${width}) * ${width})], [toUInt64(1)], [toUInt64(is_own_error)],
  [toUInt64(NOT is_answered)], [if(is_answered, 0., log2(${OWN}))])`,
      ),
    },
    where: [sql`service != ''`],
    groupBy: sql`service, operation, is_abnormal`,
    orderBy: sql`calls DESC, service, operation, is_abnormal`,
    limit: MAX_OPERATIONS,
  });
}

export type OperationCountRow = RowsOf<typeof selectOperationCounts>;

/** The number of sampled spans of each operation. */
export function selectOperationCounts(sample: TraceSample) {
  return select({
    columns: {
      service: typed('String', sql`service_name`),
      operation: typed('String', sql`name`),
      is_abnormal: typed('UInt8', isAbnormal(sample)),
      calls: typed('UInt64', sql`count()`),
    },
    from: SPANS,
    scope: sample.scope,
    during: sampleRange(sample),
    where: inSample(sample),
    groupBy: sql`service, operation, is_abnormal`,
    orderBy: sql`calls DESC, service, operation, is_abnormal`,
    limit: MAX_OPERATIONS,
  });
}
