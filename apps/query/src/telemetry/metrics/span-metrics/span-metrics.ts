/**
 * The names under which the span metrics connector of the OpenTelemetry Collector, Tempo and their exporters for Prometheus send the calls
 * and durations of spans, and the service graph connector the calls between services.
 */
export const SPAN_METRICS = {
  calls: ['traces.span.metrics.calls', 'traces_span_metrics_calls_total', 'traces_spanmetrics_calls_total'],
  durations: [
    'traces.span.metrics.duration',
    'traces_span_metrics_duration_milliseconds',
    'traces_span_metrics_duration_seconds',
    'traces_spanmetrics_latency',
  ],
  graph: ['traces_service_graph_request_total', 'traces_service_graph_request'],
  graphFailed: ['traces_service_graph_request_failed_total', 'traces_service_graph_request_failed'],
} as const;
