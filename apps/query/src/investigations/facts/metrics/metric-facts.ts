import { MAX_METRIC_SERIES, type MetricFacts, type MetricSeriesFact } from '@svc/investigations';
import { fromMilliseconds } from '@svc/reading/time';
import { hullOf, type FactReader } from '../reading/fact-reader.js';
import { selectMetricChanges, type MetricSeriesRow } from './metrics.query.js';

/** The gauges and counters of the services whose values deviate most. */
export async function readMetrics(reader: FactReader): Promise<MetricFacts> {
  const { scope, environments, parameters } = reader;
  const { abnormal, normal, services, bucketMs } = parameters;
  const statement = selectMetricChanges({
    scope,
    range: hullOf(parameters),
    normalEnd: fromMilliseconds(normal.at(-1)?.end ?? abnormal.start),
    split: fromMilliseconds(abnormal.start),
    environments,
    services,
    bucketSeconds: bucketMs / 1_000,
    limit: MAX_METRIC_SERIES,
  });
  const rows = await reader.rows(statement);
  return { compared: Number(rows[0]?.compared ?? 0), series: rows.map(toSeries) };
}

function toSeries({ metric, service, unit, figure, attributes, points }: MetricSeriesRow): MetricSeriesFact {
  return {
    metric,
    service,
    unit,
    attributes,
    figure: figure === 'increase' || figure === 'series' ? figure : 'level',
    // The sum of finite numbers may be too large for a double.
    points: points.flatMap(([seconds, value]) => (value === null ? [] : [{ start: Number(seconds) * 1_000, value }])),
  };
}
