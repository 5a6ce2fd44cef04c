import { toJsonText, type Budget, type Json } from '@svc/otlp/wire';
import { toAttributes } from './attributes.js';
import { splitRoles, type Roles } from './roles.js';
import type { SentRecord } from './sent-record.js';

interface ResourceLogs {
  readonly resource: object;
  readonly scopeLogs: readonly [{ readonly logRecords: object[] }];
}

interface Translated {
  readonly service: string | undefined;
  readonly logRecord: object;
}

/** The request in the JSON of OTLP. Records that follow each other and are of one service share a resource. */
export function toRequest(records: readonly SentRecord[], budget: Budget): { readonly resourceLogs: ResourceLogs[] } {
  const resourceLogs: ResourceLogs[] = [];
  let last: { service?: string; resource?: SentRecord['resource']; logRecords: object[] } | undefined;
  for (const record of records) {
    const { service, logRecord } = toLogRecord(record, budget);
    if (!last || last.service !== service || last.resource !== record.resource) {
      last = { logRecords: [] };
      if (service !== undefined) last.service = service;
      if (record.resource) last.resource = record.resource;
      const named = service === undefined ? record.resource : { ...record.resource, 'service.name': service };
      resourceLogs.push({
        resource: { attributes: toAttributes(Object.entries<Json>(named ?? {}), budget) },
        scopeLogs: [{ logRecords: last.logRecords }],
      });
    }
    last.logRecords.push(logRecord);
  }
  return { resourceLogs };
}

function toLogRecord({ content, text, timeNs }: SentRecord, budget: Budget): Translated {
  if (typeof content === 'string') return { service: undefined, logRecord: logRecord(content, { time: timeNs }, []) };
  const { roles, rest } = splitRoles(content);
  // A record without a message is shown by its whole text.
  const message = roles.message ?? text ?? toJsonText(content);
  return {
    service: roles.service,
    logRecord: logRecord(message, { time: timeNs, ...roles }, toAttributes(rest, budget)),
  };
}

function logRecord(message: string, { time, level, traceId, spanId }: Roles, attributes: readonly object[]): object {
  return {
    timeUnixNano: time ?? null,
    severityText: level ?? null,
    body: { stringValue: message },
    attributes,
    traceId: traceId ?? null,
    spanId: spanId ?? null,
  };
}
