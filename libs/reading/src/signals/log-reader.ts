import type { LogEntry } from '@svc/otlp';
import type { RecordReader } from '../search-language/index.js';

/** What a log record has in the columns that the search language knows. */
export const LOG_READER: RecordReader<LogEntry> = {
  columns: {
    body: (entry) => entry.body,
    severity_number: (entry) => entry.severityNumber,
    severity_text: (entry) => entry.severityText,
    event_name: (entry) => entry.eventName,
    service_name: (entry) => entry.serviceName,
    environment: (entry) => entry.environment,
    release: (entry) => entry.release,
    scope_name: (entry) => entry.scopeName,
    distinct_id: (entry) => entry.distinctId,
    session_id: (entry) => entry.sessionId,
    log_id: (entry) => entry.logId.toLowerCase(),
    trace_id: (entry) => entry.traceId,
    span_id: (entry) => entry.spanId,
  },
  attributes: (entry) => entry.attributes,
  resource: (entry) => entry.resource,
};
