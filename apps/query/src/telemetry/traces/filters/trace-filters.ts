import type { TracesSearchRequest } from '@svc/contract';
import { compileSearch } from '@svc/reading/search-language';
import { SPAN_FIELDS } from '@svc/reading/signals';
import { nonEmpty, oneOf, sql, stringParam, uint64, type Scope, type Sql } from '@svc/reading/statement';
import { invalidField } from '@svc/service-error';

/** Half the range of a 64-bit integer in nanoseconds: longer than any trace, and safe to compare. */
const MAX_DURATION_MS = 4e12;

export interface TraceFilters {
  readonly q: string;
  readonly service: readonly string[];
  readonly operation: readonly string[];
  readonly environment: readonly string[];
  readonly distinctId: string;
  readonly minDurationNs: bigint;
  readonly status: '' | 'ok' | 'error';
}

type FilterRequest = Pick<
  TracesSearchRequest,
  'q' | 'service' | 'operation' | 'environment' | 'distinctId' | 'minDurationMs' | 'status'
>;

/**
 * The filters of a request; operations on traces and spans share these names.
 *
 * @throws ServiceError invalid_request
 */
export function toTraceFilters(request: FilterRequest): TraceFilters {
  const { q, service, operation, environment, distinctId, minDurationMs = 0, status } = request;
  if (!(minDurationMs >= 0 && minDurationMs <= MAX_DURATION_MS)) {
    throw invalidField('min_duration_ms', `must be from 0 to ${MAX_DURATION_MS}`);
  }
  return {
    q,
    service: nonEmpty(service),
    operation: nonEmpty(operation),
    environment: nonEmpty(environment),
    distinctId,
    minDurationNs: BigInt(Math.ceil(minDurationMs * 1e6)),
    status: status === 'ok' || status === 'error' ? status : '',
  };
}

/** The conditions on service, operation, environment and customer of a span: cheap to check. */
export const spanNames = (filters: TraceFilters): readonly (Sql | undefined)[] => [
  oneOf(sql`service_name`, filters.service),
  oneOf(sql`name`, filters.operation),
  oneOf(sql`environment`, filters.environment),
  filters.distinctId === '' ? undefined : sql`distinct_id = ${stringParam(filters.distinctId)}`,
];

/**
 * The conditions on a span of an operation that reads spans: duration and status are those of the span, not of its trace.
 *
 * @throws ServiceError invalid_request if the search is invalid.
 */
export function spanConditions(filters: TraceFilters, scope: Scope): readonly (Sql | undefined)[] {
  const { minDurationNs, status } = filters;
  return [
    ...spanNames(filters),
    minDurationNs > 0n ? sql`duration_ns >= ${uint64(minDurationNs)}` : undefined,
    status === 'error' ? sql`status_code = 2` : undefined,
    status === 'ok' ? sql`status_code != 2` : undefined,
    compileSearch(filters.q, SPAN_FIELDS, scope),
  ];
}
