import type { Input } from '../api/call.js';
import type { ScopeQuery } from '../scope/scope.js';
import { choice, list, optionalText, text, type Fields } from '../url/codec.js';

type Query = NonNullable<Input<'GET /traces'>['query']>;

/** The orders of the list by their names in the address. */
export const ORDERS = {
  newest: { label: 'Newest first', sort_by: 'start_time', sort_order: 'desc' },
  oldest: { label: 'Oldest first', sort_by: 'start_time', sort_order: 'asc' },
  slowest: { label: 'Slowest first', sort_by: 'duration', sort_order: 'desc' },
  fastest: { label: 'Fastest first', sort_by: 'duration', sort_order: 'asc' },
  spans: { label: 'Most spans first', sort_by: 'span_count', sort_order: 'desc' },
  services: { label: 'Most services first', sort_by: 'service_count', sort_order: 'desc' },
  errors: { label: 'Most failed spans first', sort_by: 'error_count', sort_order: 'desc' },
} as const satisfies Readonly<Record<string, Pick<Query, 'sort_by' | 'sort_order'> & { readonly label: string }>>;

export type Order = keyof typeof ORDERS;

export const CHARTS = ['spans', 'durations', 'distribution'] as const;
export type Chart = (typeof CHARTS)[number];

/** The state of the page of traces. */
export interface TracesState {
  readonly q: string;
  readonly service: readonly string[];
  readonly operation: readonly string[];
  readonly status: 'any' | 'ok' | 'error';
  /** Minimum duration in milliseconds; any if it is no positive number. */
  readonly min: string;
  /** Distinct ID of a person. */
  readonly person: string | undefined;
  readonly sort: Order;
  readonly chart: Chart;
  /** IDs of the traces that are marked for a comparison, the first one as the earlier. */
  readonly mark: readonly string[];
}

export const TRACES_FIELDS: Fields<TracesState> = {
  q: text(),
  service: list(),
  operation: list(),
  status: choice(['any', 'ok', 'error'], 'any'),
  min: text(),
  person: optionalText(),
  sort: choice(Object.keys(ORDERS) as Order[], 'newest'),
  chart: choice(CHARTS, 'spans'),
  mark: list(),
};

/** The filters that all operations on traces have. */
export type TraceFilter = ScopeQuery &
  Pick<Query, 'q' | 'service' | 'operation' | 'status' | 'min_duration_ms' | 'distinct_id'>;

export type FilterState = Pick<TracesState, 'q' | 'service' | 'operation' | 'status' | 'min' | 'person'>;

/** The state without filters. */
export const NO_FILTERS: FilterState = {
  q: '',
  service: [],
  operation: [],
  status: 'any',
  min: '',
  person: undefined,
};

export function toTraceFilter(scope: ScopeQuery, state: FilterState): TraceFilter {
  const min = toMinDuration(state.min);
  return {
    ...scope,
    ...(state.q !== '' && { q: state.q }),
    ...(state.service.length > 0 && { service: state.service }),
    ...(state.operation.length > 0 && { operation: state.operation }),
    ...(state.status !== 'any' && { status: state.status }),
    ...(min !== undefined && { min_duration_ms: min }),
    ...(state.person !== undefined && { distinct_id: state.person }),
  };
}

export function toMinDuration(text: string): number | undefined {
  const ms = Number(text);
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}

/** Traces of a page: enough for the first screens, few enough to arrive at once. */
const PAGE_SIZE = 100;

export function toTracesInput(filter: TraceFilter, sort: Order): Input<'GET /traces'> {
  const { sort_by, sort_order } = ORDERS[sort];
  return { query: { ...filter, sort_by, sort_order, limit: PAGE_SIZE } };
}

/** Adds a trace to the marked ones, or removes it. A third one takes the place of the second. */
export function toggleMark(marks: readonly string[], id: string): readonly string[] {
  return marks.includes(id) ? marks.filter((other) => other !== id) : [...marks.slice(0, 1), id];
}
