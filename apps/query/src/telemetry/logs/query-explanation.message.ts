import type { MessageInitShape } from '@bufbuild/protobuf';
import type { LogsQueryExplanationSchema } from '@svc/contract';
import type { ExplainedSearch } from '@svc/reading/search-language';
import { type TimeRange, toTimestamp } from '@svc/reading/time';

/** The interpretation of a log search. */
export interface QueryExplanation {
  readonly search: ExplainedSearch;
  /** Names of the filters besides the query. */
  readonly filters: readonly string[];
  readonly range: TimeRange;
  /** Upper bound, by the engine's indexes. */
  readonly recordsToRead: bigint | undefined;
}

/** Filters by their names in requests. */
const FILTER_NAMES: Readonly<Record<string, string>> = { distinctId: 'distinct_id', traceId: 'trace_id' };

export function toExplanation(explanation: QueryExplanation): MessageInitShape<typeof LogsQueryExplanationSchema> {
  const { search, filters, range, recordsToRead } = explanation;
  return {
    query: search.printed,
    conditions: search.conditions.map(({ isNegated, places, ...condition }) => ({
      ...condition,
      negated: isNegated,
      places: [...places],
    })),
    filters: filters.map((name) => FILTER_NAMES[name] ?? name),
    startTime: toTimestamp(range.from),
    endTime: toTimestamp(range.to),
    ...(recordsToRead === undefined ? {} : { maxRecordsRead: recordsToRead }),
  };
}
