import type { PlotSeries } from '../../charts/plot/plot-data.js';
import type { Lines } from '../../charts/series/to-lines.js';
import type { MetricsForecastResponse } from '../../gen/api.js';
import { formatCount } from '../../time/amounts.js';
import { toMs } from '../../time/format.js';
import { INTERVALS } from '../../time/intervals.js';
import type { MetricsState } from '../fields.js';
import type { Kind } from './aggregations.js';
import type { MetricQuery } from './to-input.js';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const MAX_DAYS = 7;
/** Buckets of a forecast that the service computes at most. */
const MAX_BUCKETS = 2016;

/** The length of the forecast of a range: as long as the range, within the limits of the service. */
export function pickHorizon(startMs: number, endMs: number, interval: MetricQuery['interval']): string {
  const step = INTERVALS[interval];
  const ms = Math.min(Math.max(endMs - startMs, step), MAX_DAYS * DAY_MS, MAX_BUCKETS * step);
  return `${Math.max(1, Math.floor(ms / MINUTE_MS))}m`;
}

/** Why a query has no forecast; undefined if it has one. */
export function whyNoForecast(
  { by, q, across }: Pick<MetricsState, 'by' | 'q' | 'across'>,
  { agg, interval }: MetricQuery,
  kind: Kind,
  { endMs, nowMs }: { readonly endMs: number; readonly nowMs: number },
): string | undefined {
  const own = kind.type === 'sum' && kind.is_monotonic ? 'sum' : 'avg';
  if (by.length > 0 || q !== '' || across !== 'none')
    return 'A forecast is of all series together: remove the groups, the filter and the second aggregation.';
  if (agg !== own) return `The forecast of this metric is of its ${own === 'sum' ? 'sum' : 'average'}: choose that.`;
  if (endMs < nowMs - 2 * INTERVALS[interval]) return 'A forecast begins now: choose a time range that ends now.';
  return undefined;
}

/** The lines with those of a forecast after them. */
export function addForecast(lines: Lines, forecast: MetricsForecastResponse, factor: number): Lines {
  const points = forecast.points.flatMap(({ timestamp, ...values }) =>
    timestamp === undefined ? [] : [{ ms: toMs(timestamp), ...values }],
  );
  const known = new Map(points.map((point) => [point.ms, point]));
  const times = [...new Set([...lines.times, ...known.keys()])].toSorted((a, b) => a - b);
  const before = lines.series.map((line) => {
    const values = new Map(lines.times.map((ms, nth) => [ms, line.values[nth]]));
    return { ...line, values: times.map((ms) => values.get(ms)) };
  });
  const line = (name: string, tone: PlotSeries['tone'], field: 'value' | 'lower_95' | 'upper_95'): PlotSeries => ({
    name,
    tone,
    values: times.map((ms) => {
      const value = known.get(ms)?.[field];
      return value === undefined ? undefined : value * factor;
    }),
  });
  const added = [
    line('Forecast', 'series-2', 'value'),
    line('At least, with 95% probability', 'warn', 'lower_95'),
    line('At most, with 95% probability', 'warn', 'upper_95'),
  ];
  return { ...lines, times, series: points.length === 0 ? before : [...before, ...added] };
}

const METHODS: Readonly<Record<string, string>> = {
  mstl_ets: 'a model of seasons and trend',
  seasonal_naive: 'repeating the last season',
  naive: 'repeating the last value',
};

/** Says how a forecast was made, or why there is none. */
export function explainForecast({ method, reason, seasons, history }: MetricsForecastResponse): string {
  if (reason !== undefined || method === 'none') return `No forecast: ${reason ?? 'the history is too short'}.`;
  const cycle = seasons.length === 0 ? 'no season was found' : `with seasons of ${seasons.join(' and ')}`;
  const basis = history === undefined ? '' : `, from ${formatCount(history.buckets)} intervals with data`;
  return `The forecast is made by ${METHODS[method] ?? method}, ${cycle}${basis}.`;
}
