import { oneOf, select, selectFrom, sql, typed, uint32, uint64, type RowsOf, type Sql } from '@svc/reading/statement';
import { SPANS } from '@svc/tables';
import { IS_REQUEST } from '../sample/span-totals.query.js';
import { inSample, isAbnormal, sampleRange, type TraceSample } from '../sample/trace-sample.js';
import { isOfIssue, isOfOperation, isOfPerson, type RequestSubject } from './subject.query.js';

/** The most values. */
export const MAX_VALUES = 500;
/** Fewest bad requests with a value. */
export const MIN_BAD = 20;
/** Longer values are texts, and not what tells requests from each other. */
export const MAX_VALUE_LENGTH = 128;

export interface BadRequests {
  readonly sample: TraceSample;
  readonly services: readonly string[];
  /** Nanoseconds; without it, bad requests are those with an error. */
  readonly slowerThanNs: bigint | undefined;
  /** The operation, issue or person that the investigation started from, if any. */
  readonly subject?: RequestSubject;
}

/** Whether a request failed or was slow, and is of the subject. */
export function isBad({ sample, slowerThanNs, subject }: BadRequests): Sql {
  if (subject?.issueId !== undefined) return isOfIssue(sample, subject.issueId);
  const bad = slowerThanNs === undefined ? sql`status_code = 2` : sql`duration_ns > ${uint64(slowerThanNs)}`;
  return subject?.personId === undefined ? bad : sql`(${bad} AND ${isOfPerson(sample, subject.personId)})`;
}

/** The condition for requests of the services, in traces with the operation of the subject. */
export function isOfRequests({ sample, services, subject }: BadRequests): (Sql | undefined)[] {
  const operation = subject?.operation;
  return [
    ...inSample(sample),
    oneOf(sql`service_name`, services),
    IS_REQUEST,
    operation === undefined ? undefined : isOfOperation(sample, operation),
  ];
}

/**
 * Requests of the abnormal window only. Good requests of the time before would lack whatever was introduced in between, so that every
 * complete deployment would seem to separate bad requests from good ones.
 */
export function selectRequests(requests: BadRequests, columns: Sql): Sql {
  const { sample } = requests;
  return select({
    columns: sql`service_name AS of_service, ${isBad(requests)} AS bad, ${columns}`,
    from: SPANS,
    scope: sample.scope,
    during: sampleRange(sample),
    where: [...isOfRequests(requests), isAbnormal(sample)],
  });
}

export type AttributeRow = RowsOf<typeof selectAttributes>;

/** Counts the bad and the good requests that have each value of each attribute, each request once; the release is an attribute, too. */
export function selectAttributes(requests: BadRequests) {
  const pairs = sql`arrayJoin(arrayDistinct(arrayConcat(
    arrayFilter(p -> length(p.2) BETWEEN 1 AND ${uint32(MAX_VALUE_LENGTH)}, CAST(attributes, 'Array(Tuple(String, String))')),
    arrayFilter(p -> p.2 != '', [('release', toString(release))]),
    arrayFlatten(arrayMap(e -> if(e['feature_flag.key'] = '', [], [(concat('feature_flag.', e['feature_flag.key']),
      if(e['feature_flag.result.variant'] != '', e['feature_flag.result.variant'], e['feature_flag.variant']))]), events.attributes)))))`;
  return selectFrom(selectRequests(requests, sql`${pairs} AS pair`), {
    columns: {
      service: typed('String', sql`of_service`),
      key: typed('String', sql`pair.1`),
      value: typed('String', sql`pair.2`),
      bad_requests: typed('UInt64', sql`countIf(bad)`),
      good_requests: typed('UInt64', sql`countIf(NOT bad)`),
    },
    groupBy: sql`service, key, value`,
    having: [sql`bad_requests >= ${uint32(MIN_BAD)}`],
    orderBy: sql`bad_requests / (good_requests + 1) DESC, bad_requests DESC, service, key, value`,
    limit: MAX_VALUES,
  });
}

export type RequestTotalRow = RowsOf<typeof selectRequestTotals>;

export function selectRequestTotals(requests: BadRequests) {
  return selectFrom(selectRequests(requests, sql`1`), {
    columns: {
      service: typed('String', sql`of_service`),
      bad_requests: typed('UInt64', sql`countIf(bad)`),
      good_requests: typed('UInt64', sql`countIf(NOT bad)`),
    },
    groupBy: sql`service`,
    orderBy: sql`bad_requests DESC, service`,
  });
}
