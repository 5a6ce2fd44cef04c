import { requiresValue, type SearchableTable } from '@svc/reading/search-language';
import { SPAN_FIELDS } from '@svc/reading/signals';
import { select, sql, type Scope, type Sql } from '@svc/reading/statement';
import { REQUEST_MINUTES, SPANS } from '@svc/tables';
import { isOfRecords } from '../figures.js';
import type { Question } from '../question.js';
import { needsOnly, type Source, type SourceShape, type Sources } from './source.js';

/**
 * The minutes of services have the same columns; the only other property of a span in them is whether it is a request.
 */
const REQUEST = SPAN_FIELDS.fields.get('request');
const MINUTE_COLUMNS = new Set(['service_name', 'environment']);
const REQUEST_COLUMNS = new Set([
  ...MINUTE_COLUMNS,
  ...(REQUEST && REQUEST.type !== 'text' ? [REQUEST.column.texts.join('')] : []),
]);

/** The fields of requests, where every row represents requests. */
const REQUEST_FIELDS: SearchableTable = {
  ...SPAN_FIELDS,
  fields: new Map([...SPAN_FIELDS.fields, ['request', { type: 'keyword', column: sql`'yes'` }]]),
};

/** Spans, each with the number of spans that it represents where its sender sampled. */
export function spanSources(question: Question, scope: Scope): Sources {
  const records: Source = {
    table: SPAN_FIELDS,
    rows: sql`1`,
    weight: sql`adjusted_count`,
    errors: sql`if(status_code = 2, adjusted_count, 0.)`,
    time: sql`toUnixTimestamp64Nano(timestamp)`,
    select: (shape) => select({ from: SPANS, scope, ...shape }),
  };
  const { aggregate, field, filter } = question;
  const isOfRequests =
    requiresValue(filter, 'request', 'yes') &&
    !question.groupBy.includes('request') &&
    needsOnly(REQUEST_COLUMNS, question, SPAN_FIELDS);
  if (isOfRequests && isOfRecords(aggregate)) return { records, minutes: { ...requestMinutes(scope), ...REQUESTS } };
  if (isOfRequests && field === 'duration_ms') return durationSources(question, records, scope);
  const isOfSpans = aggregate === 'count' || aggregate === 'rate';
  if (!isOfSpans || !needsOnly(MINUTE_COLUMNS, question, SPAN_FIELDS)) return { records };
  return { records, minutes: { ...requestMinutes(scope), ...ALL_SPANS } };
}

const requestMinutes = (scope: Scope) => ({
  table: REQUEST_FIELDS,
  time: sql`toInt64(toUnixTimestamp(minute)) * 1000000000`,
  select: (shape: SourceShape): Sql => select({ from: REQUEST_MINUTES, scope, ...shape }),
});

const REQUESTS = {
  rows: sql`requests`,
  weight: sql`(requests + added_requests)`,
  errors: sql`(errors + added_errors)`,
};

const ALL_SPANS = { rows: sql`spans`, weight: sql`(spans + added_spans)`, errors: sql`0.` };

/** Durations of requests: minutes have their sum, and a digest with these three percentiles. */
function durationSources({ aggregate }: Question, records: Source, scope: Scope): Sources {
  const minutes = { ...requestMinutes(scope), ...REQUESTS };
  const none = sql`0.`;
  if (aggregate === 'sum' || aggregate === 'avg') {
    const states = {
      a: sql`sum((duration_ns + added_duration_ns) / 1e6)`,
      b: aggregate === 'sum' ? none : sql`toFloat64(sum(requests + added_requests))`,
    };
    return { records, minutes: { ...minutes, states } };
  }
  const nth = DIGESTED.get(aggregate);
  if (nth === undefined) return { records };
  const digest = sql`quantilesTDigestState(0.5, 0.95, 0.99)(duration_ns)`;
  const merged = sql`quantilesTDigestMergeState(0.5, 0.95, 0.99)(durations)`;
  return {
    records: { ...records, states: { a: digest, b: none } },
    minutes: { ...minutes, states: { a: merged, b: none } },
    value: sql`quantilesTDigestMerge(0.5, 0.95, 0.99)(a)[${nth}] / 1e6`,
  };
}

const DIGESTED: ReadonlyMap<string, Sql> = new Map([
  ['p50', sql`1`],
  ['p95', sql`2`],
  ['p99', sql`3`],
]);
