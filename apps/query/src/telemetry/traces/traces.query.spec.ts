import { deletedRows, sql } from '@svc/reading/statement';
import { checkGolden, testScope } from '@svc/reading/testing';
import type { TraceFilters } from './filters/trace-filters.js';
import { selectSpanOutlines } from './outline/span-outlines.query.js';
import { selectSpanCount } from './search/few-spans.query.js';
import {
  selectLatestEnd,
  selectTracePage,
  selectTraceStarts,
  toTraceConditions,
  type TracePage,
} from './search/trace-search.query.js';
import { selectTraceExtent, selectTraceSummaries } from './search/trace-summary.query.js';
import { selectSpanTimings } from './span-forest/span-timings.query.js';
import { selectRemainingSpan, spansOfTrace, summaryOfTrace } from './trace-deletion.query.js';
import { selectSpans, selectTraceShape } from './trace/spans.query.js';

const scope = testScope(7);
const slice = { from: 1_795_200_000_000_000_000n, to: 1_795_203_600_000_000_000n };
const id = '0af7651916cd43dd8448eb211c80319c';
const none: TraceFilters = {
  q: '',
  service: [],
  operation: [],
  environment: [],
  distinctId: '',
  minDurationNs: 0n,
  status: '',
};

function page(filters: Partial<TraceFilters>, others: Partial<TracePage> = {}) {
  const { having, spans, named } = toTraceConditions({ ...none, ...filters }, scope);
  const filter = 'candidates' in others && !others.candidates ? named?.conditions : spans;
  return selectTracePage({
    scope,
    slice,
    candidates: 'summaries',
    having,
    spans: filter && { filter, during: slice },
    sort: 'start_time',
    direction: 'desc',
    after: undefined,
    limit: 31,
    ...others,
  });
}

const spanCount = (filters: Partial<TraceFilters>) =>
  selectSpanCount(scope, slice, toTraceConditions({ ...none, ...filters }, scope).named?.names ?? sql`0`, 10_000);

describe('the statements of trace queries', () => {
  it('matches the reviewed statements', () => {
    checkGolden(import.meta.url, {
      'newest traces': selectTraceStarts({ scope, slice, direction: 'desc', after: undefined, limit: 39 }),
      'oldest traces after a position': selectTraceStarts({
        scope,
        slice,
        direction: 'asc',
        after: { value: 900n, id },
        limit: 39,
      }),
      'longest traces': page({}, { sort: 'duration' }),
      'slowest traces with errors, after a position': page(
        { status: 'error', minDurationNs: 250_000_000n },
        { sort: 'duration', after: { value: 900n, id } },
      ),
      'newest traces with errors': page({ status: 'error' }, { candidates: 'failed_spans' }),
      'by service alone': page({ service: ['checkout'] }, { sort: 'service_count', direction: 'asc' }),
      'by conditions on one span': page({
        q: 'timeout http.route:/pay status:error duration_ms:>5',
        service: ['checkout'],
        operation: ['POST /pay'],
        environment: ['production'],
        distinctId: 'user-1',
      }),
      'by a service with few spans': page({ service: ['checkout'] }, { candidates: undefined }),
      'by conditions on one span, of an operation with few spans': page(
        { q: 'timeout', operation: ['POST /pay', 'GET /pay'], environment: ['production'], status: 'error' },
        { candidates: undefined, after: { value: 900n, id } },
      ),
      'spans of a service in an environment': spanCount({
        service: ['checkout'],
        environment: ['production', 'staging'],
      }),
      'spans of an operation by a customer': spanCount({
        operation: ['POST /pay'],
        distinctId: 'user-1',
        q: 'timeout',
      }),
      'when the last span ends': selectLatestEnd(scope, slice, 'summaries'),
      'when the last span of failed traces ends': selectLatestEnd(scope, slice, 'failed_spans'),
      'summaries of a page': selectTraceSummaries(scope, [id, id.replaceAll('a', 'b')], slice),
      'the time of one trace': selectTraceExtent(scope, id),
      'spans of one trace': selectSpans(scope, id, slice, 10_001),
      'outlines of the spans of one trace': selectSpanOutlines(scope, id, slice, 50_001),
      'wholeness of a long trace': selectTraceShape(scope, id, slice),
      'times of the spans of one trace': selectSpanTimings(scope, id, slice, 200_000),
      'deletion of the spans of a trace': deletedRows({ ...spansOfTrace(id, slice), scope }),
      'deletion of the summary of a trace': deletedRows({ ...summaryOfTrace(id), scope }),
      'a span that arrived during the deletion': selectRemainingSpan(scope, id, slice),
    });
  });
});
