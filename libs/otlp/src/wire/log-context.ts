/**
 * Names that loggers and collectors give to what an OTLP record has fields for, in lower case, the first that is present first: levels are
 * those of `log_level_fields` in the manual of Loki and its own, IDs those of OpenTelemetry's loggers and of the Elastic Common Schema.
 */
export const CONTEXT_NAMES = {
  level: ['level', 'log.level', 'severity', 'severitytext', 'severity_text', 'lvl', 'log_level', 'detected_level'],
  traceId: ['trace_id', 'traceid', 'trace.id'],
  spanId: ['span_id', 'spanid', 'span.id'],
} as const;

/** The form of IDs of OpenTelemetry, in either case. */
export const CONTEXT_IDS = { traceId: /^[\da-f]{32}$/i, spanId: /^[\da-f]{16}$/i } as const;
