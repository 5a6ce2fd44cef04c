export { createLogger, LOG_LEVELS, type Logger, type LoggerOptions, type LogLevel } from './logger.js';
export { createMetrics, startMetricsServer, type Metrics, type MetricsServer } from './metrics.js';
export { HealthRegistry, type HealthReport } from './health.js';
export { startTracing, type Tracing, type TracingOptions } from './tracing.js';
export { openLogShipper, type LogShipper, type LogShipperOptions, type ShippedRecord } from './log-shipper.js';
export { OBSERVABILITY_SETTINGS } from './settings.js';
export { giveMemoryBackAtRest } from './memory-at-rest.js';
export { runMain } from './run-main.js';
export { runService, type ServiceTools } from './run-service.js';
