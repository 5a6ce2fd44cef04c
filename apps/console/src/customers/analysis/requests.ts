import type { EventsFunnelRequest, EventsRetentionRequest, EventsTrendsRequest } from '../../gen/api.js';
import type { Scope } from '../../scope/scope.js';
import type { CustomersState } from '../fields.js';

export type AnalysisScope = Pick<Scope, 'env' | 'query' | 'zone' | 'startMs' | 'endMs'>;

/** Series and funnels of a breakdown; more cannot be told apart. */
const TOP = 8;
const HOUR_MS = 3_600_000;
/** Ranges up to this have buckets of an hour unless another interval is chosen. */
const MOST_HOURS = 72;
const MOST_DAYS = 180;

/** The width of the buckets: the chosen one, or one that suits the range. */
export function toInterval(
  { interval }: Pick<CustomersState, 'interval'>,
  { startMs, endMs }: AnalysisScope,
): 'hour' | 'day' | 'week' | 'month' {
  if (interval !== 'auto') return interval;
  const hours = (endMs - startMs) / HOUR_MS;
  if (hours <= MOST_HOURS) return 'hour';
  return hours <= MOST_DAYS * 24 ? 'day' : 'week';
}

export function toTrends(state: CustomersState, scope: AnalysisScope): EventsTrendsRequest {
  return {
    events: [...new Set(state.event)],
    time_range: toTimeRange(scope),
    interval: toInterval(state, scope),
    measure: state.measure,
    timezone: scope.zone,
    ...withBreakdown(state),
    ...withEnvironments(scope),
  };
}

export function toFunnel(state: CustomersState, scope: AnalysisScope): EventsFunnelRequest {
  return {
    steps: state.event.map((event) => ({ event })),
    time_range: toTimeRange(scope),
    window: state.window,
    ...withBreakdown(state),
    ...withEnvironments(scope),
  };
}

export function toRetention({ event, back, period }: CustomersState, scope: AnalysisScope): EventsRetentionRequest {
  return {
    start_event: { event: event[0] ?? '' },
    ...(back !== undefined && { return_event: { event: back } }),
    time_range: toTimeRange(scope),
    period,
    timezone: scope.zone,
    ...withEnvironments(scope),
  };
}

function toTimeRange({ query }: AnalysisScope): { readonly start: string; readonly end: string } {
  return { start: query.start_time, end: query.end_time };
}

function withBreakdown({ by }: CustomersState): { readonly breakdown?: string; readonly top?: number } {
  return by === '' ? {} : { breakdown: by, top: TOP };
}

function withEnvironments({ env }: AnalysisScope): { readonly filters?: readonly Readonly<Record<string, unknown>>[] } {
  return env.length === 0 ? {} : { filters: [{ field: 'environment', op: 'in', value: [...env] }] };
}
