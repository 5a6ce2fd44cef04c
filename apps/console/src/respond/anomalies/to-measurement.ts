import type { Input } from '../../api/call.js';
import type { AnomalyFinding } from '../../gen/api.js';
import type { Target } from '../../links/targets.js';
import { toRange, type Bounds } from '../../time/range.js';

type Measured = Pick<AnomalyFinding, 'detector' | 'labels' | 'started_at' | 'last_seen_at'>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Time that is shown before and after the deviating windows. */
const BEFORE_MS = 4 * HOUR_MS;
const AFTER_MS = 30 * MINUTE_MS;
/** Longest time of a chart: more windows than these could not be told apart. */
const LONGEST_MS = 24 * HOUR_MS;

/** The deviating windows, in milliseconds since the epoch. */
export function toDeviation({ started_at: started, last_seen_at: seen }: Measured): Bounds | undefined {
  const startMs = Date.parse(started ?? '');
  const endMs = Date.parse(seen ?? '');
  return Number.isNaN(startMs) || Number.isNaN(endMs) ? undefined : { startMs, endMs };
}

/** The time of the chart: hours before the first deviating window until a little after the last one, at most until now. */
export function toChartBounds(finding: Measured, nowMs: number): Bounds | undefined {
  const deviation = toDeviation(finding);
  if (!deviation) return undefined;
  const startMs = deviation.startMs - BEFORE_MS;
  const endMs = Math.min(deviation.endMs + AFTER_MS, Math.max(nowMs, deviation.endMs), startMs + LONGEST_MS);
  return { startMs, endMs };
}

/** The requests that read the series of a finding again; both are undefined where the interface has no series of five minutes. */
export interface Measurement {
  readonly traces?: Input<'GET /traces/aggregate'>;
  readonly logs?: Input<'GET /logs/aggregate'>;
}

const REQUESTS = ['calls', 'error_ratio', 'latency'];
const LEVELS = ['error', 'fatal'] as const;

/** The filter of requests, as detectors measure them. */
const IS_REQUEST = 'request:yes';

export function toMeasurement({ detector, labels }: Measured, { startMs, endMs }: Bounds): Measurement {
  const service = labels['service_name'];
  if (service === undefined || service === '') return {};
  const query = {
    service: [service],
    interval: '5m',
    start_time: new Date(startMs).toISOString(),
    end_time: new Date(endMs).toISOString(),
  } as const;
  if (REQUESTS.includes(detector)) return { traces: { query: { ...query, q: IS_REQUEST } } };
  const records = { ...query, group_by: ['service_name'] };
  if (detector === 'log_volume') return { logs: { query: records } };
  if (detector === 'error_logs') return { logs: { query: { ...records, level: LEVELS } } };
  return {};
}

/** The page that shows the records of the deviating windows. */
export function toRecords(finding: Measured): Target | undefined {
  const deviation = toDeviation(finding);
  if (!deviation) return undefined;
  const { detector, labels } = finding;
  const service = labels['service_name'];
  const search = { ...toRange(deviation), ...(service !== undefined && service !== '' && { service: [service] }) };
  switch (detector) {
    case 'calls':
    case 'latency':
      return { to: 'traces', search: { ...search, q: IS_REQUEST } };
    case 'error_ratio':
      return { to: 'traces', search: { ...search, q: `${IS_REQUEST} status:error` } };
    case 'log_volume':
      return { to: 'logs', search };
    case 'error_logs':
      return { to: 'logs', search: { ...search, level: LEVELS } };
    case 'pattern_volume':
      return { to: 'logs', search: { ...search, view: 'patterns' } };
    case 'event_volume':
      return { to: 'customers', search: { ...toRange(deviation), tab: 'events' } };
    case 'model_cost':
      return { to: 'ai', search: { ...toRange(deviation), tab: 'costs' } };
    default:
      return undefined;
  }
}
