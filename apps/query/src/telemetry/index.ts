export { METRIC_FIELDS } from './metrics/metric-fields.js';
export { toMetricType, type MetricFigure } from './metrics/metric-types.js';
export { MetricsModule } from './metrics/metrics.module.js';
export { isDeltaLevel } from './metrics/metrics.query.js';
export { MetricsRepository, type AggregatedPoint } from './metrics/metrics.repository.js';
export { TelemetryModule } from './telemetry.module.js';
