import type { LogEntry } from '@svc/otlp';

/** A decoded log record; fields that are left out are what they are in a record without them. */
export function logEntry(fields: Partial<LogEntry> = {}): LogEntry {
  return {
    place: 0,
    logId: '0'.repeat(32),
    timestamp: 0n,
    observedTimestamp: 0n,
    severityNumber: 0,
    severityText: '',
    body: '',
    eventName: '',
    traceId: '0'.repeat(32),
    spanId: '0'.repeat(16),
    serviceName: '',
    environment: '',
    release: '',
    scopeName: '',
    scopeVersion: '',
    sessionId: '',
    distinctId: '',
    attributes: [],
    resource: [],
    ...fields,
  };
}
