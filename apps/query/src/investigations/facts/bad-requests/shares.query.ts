import { oneOf, select, selectFrom, sql, typed, uint32, type Sql } from '@svc/reading/statement';
import { SPANS } from '@svc/tables';
import { IS_REQUEST } from '../sample/span-totals.query.js';
import { inSample, isAbnormal, sampleRange, type TraceSample } from '../sample/trace-sample.js';
import { MAX_VALUE_LENGTH, MAX_VALUES } from './attributes.query.js';

/** Fewest requests with a value since the onset. */
const MIN_REQUESTS = 20;

function selectRequests(sample: TraceSample, services: readonly string[], columns: Sql): Sql {
  return select({
    columns: sql`service_name AS of_service, ${isAbnormal(sample)} AS abnormal_side, ${columns}`,
    from: SPANS,
    scope: sample.scope,
    during: sampleRange(sample),
    where: [...inSample(sample), oneOf(sql`service_name`, services), IS_REQUEST],
  });
}

/** The sampled requests of each service before the onset and since. */
export function selectSideTotals(sample: TraceSample, services: readonly string[]) {
  return selectFrom(selectRequests(sample, services, sql`1`), {
    columns: {
      service: typed('String', sql`of_service`),
      normal_requests: typed('UInt64', sql`countIf(NOT abnormal_side)`),
      abnormal_requests: typed('UInt64', sql`countIf(abnormal_side)`),
    },
    groupBy: sql`service`,
    orderBy: sql`service`,
  });
}

/** The same for the values of attributes that most requests since the onset have. */
export function selectSideValues(sample: TraceSample, services: readonly string[]) {
  const pairs = sql`arrayJoin(arrayFilter(p -> length(p.2) BETWEEN 1 AND ${uint32(MAX_VALUE_LENGTH)}, CAST(attributes, 'Array(Tuple(String, String))')))`;
  return selectFrom(selectRequests(sample, services, sql`${pairs} AS pair`), {
    columns: {
      service: typed('String', sql`of_service`),
      key: typed('String', sql`pair.1`),
      value: typed('String', sql`pair.2`),
      normal_requests: typed('UInt64', sql`countIf(NOT abnormal_side)`),
      abnormal_requests: typed('UInt64', sql`countIf(abnormal_side)`),
    },
    groupBy: sql`service, key, value`,
    having: [sql`abnormal_requests >= ${uint32(MIN_REQUESTS)}`],
    orderBy: sql`abnormal_requests DESC, service, key, value`,
    limit: MAX_VALUES,
  });
}
