import { randomBytes } from 'node:crypto';
import type { Signal } from '@svc/otlp';

/** The service name of everything these tests send. */
export const SERVICE = 'killed';

/** What is sent: a signal of OTLP, or captured events. */
export type Sent = Signal | 'events';

/** A request as JSON whose items can be told apart in the store by their keys. */
export interface NumberedRequest {
  readonly body: string;
  readonly keys: readonly string[];
}

/** Items `from` to `from + count` of a sender; `padding` is how many bytes each log record carries beside its key. */
export function numberedRequest(
  signal: Sent,
  sender: string,
  from: number,
  { count, padding = 0 }: { count: number; padding?: number },
): NumberedRequest {
  const numbers = Array.from({ length: count }, (_, i) => from + i);
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: SERVICE } }] };
  const keys = numbers.map((number) => `${sender}/${number}`);
  const now = BigInt(Date.now()) * 1_000_000n;
  const at = (i: number): string => String(now + BigInt(i));
  switch (signal) {
    case 'logs': {
      const pad = padding === 0 ? '' : ` ${randomBytes(padding / 2).toString('hex')}`;
      const logRecords = keys.map((key, i) => ({
        timeUnixNano: at(i),
        severityNumber: 9,
        body: { stringValue: key + pad },
      }));
      return { keys, body: JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] }) };
    }
    case 'traces': {
      const traceId = randomBytes(16).toString('hex');
      const spans = keys.map((message, i) => ({
        traceId,
        spanId: randomBytes(8).toString('hex'),
        name: 'work',
        kind: 2,
        startTimeUnixNano: at(i),
        endTimeUnixNano: at(i + 1000),
        status: { code: 2, message },
      }));
      return { keys, body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ spans }] }] }) };
    }
    case 'metrics': {
      const dataPoints = numbers.map((asDouble, i) => ({ timeUnixNano: at(i), asDouble }));
      const metrics = [{ name: sender, gauge: { dataPoints } }];
      return { keys, body: JSON.stringify({ resourceMetrics: [{ resource, scopeMetrics: [{ metrics }] }] }) };
    }
    case 'events': {
      const [person = ''] = keys;
      const events = keys.map((message_id, i) => ({
        event: SERVICE,
        distinct_id: person,
        message_id,
        ...(i === 0 ? { anon_distinct_id: deviceOf(person) } : {}),
      }));
      return { keys, body: JSON.stringify({ events }) };
    }
  }
}

/** The other id of the person whose id is the key of a request's first event. */
export function deviceOf(person: string): string {
  return `${person}/device`;
}

/** How often each key lies in the store: `sender/number`, as it was sent. */
export const KEYS_STORED: Readonly<Record<Sent, string>> = {
  logs: `SELECT splitByChar(' ', body)[1] AS key, count() AS n FROM logs WHERE service_name = '${SERVICE}' GROUP BY key`,
  traces: `SELECT status_message AS key, count() AS n FROM spans WHERE service_name = '${SERVICE}' GROUP BY key`,
  metrics:
    "SELECT concat(metric_name, '/', toString(toUInt64(value))) AS key, count() AS n FROM metric_points " +
    `WHERE series_hash IN (SELECT series_hash FROM metric_series WHERE service_name = '${SERVICE}') GROUP BY key`,
  events: `SELECT message_id AS key, count() AS n FROM events WHERE event = '${SERVICE}' GROUP BY key`,
};

const metered = (signal: Sent): string =>
  `SELECT sum(items) AS n FROM usage_hours WHERE signal = '${signal}' AND outcome = 'stored'`;

/** What is counted beside the rows while they are inserted: each of these counts every item once. */
export const COUNTED: Readonly<Record<Sent, readonly string[]>> = {
  logs: ['SELECT count() AS n FROM logs', metered('logs')],
  traces: [
    'SELECT count() AS n FROM spans',
    'SELECT sum(span_count) AS n FROM trace_summaries',
    'SELECT sum(calls) AS n FROM service_minutes',
    metered('traces'),
  ],
  metrics: ['SELECT count() AS n FROM metric_points', metered('metrics')],
  events: ['SELECT count() AS n FROM events', 'SELECT sum(count) AS n FROM event_names_daily', metered('events')],
};
