import { randomBytes } from 'node:crypto';
import type { Signal } from '@svc/otlp';

/** The service name of everything these tests send, unless several of them share a service. */
export const SERVICE = 'killed';

/** A kind of data that is sent: a signal of OTLP, or captured events. */
export type Sent = Signal | 'events';

/** A JSON request whose items have keys that identify them in the store. */
export interface NumberedRequest {
  readonly body: string;
  readonly keys: readonly string[];
}

export interface RequestSize {
  readonly count: number;
  /** Bytes of each log record beside its key. */
  readonly padding?: number;
  /** The service name, or the name of captured events. */
  readonly service?: string;
}

/** Items `from` to `from + count` of a sender. */
export function numberedRequest(
  signal: Sent,
  sender: string,
  from: number,
  { count, padding = 0, service = SERVICE }: RequestSize,
): NumberedRequest {
  const numbers = Array.from({ length: count }, (_, i) => from + i);
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: service } }] };
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
        event: service,
        distinct_id: person,
        message_id,
        ...(i === 0 ? { anon_distinct_id: toDevice(person) } : {}),
      }));
      return { keys, body: JSON.stringify({ events }) };
    }
  }
}

/** The other id of the person whose id is the key of a request's first event. */
export function toDevice(person: string): string {
  return `${person}/device`;
}

/** Statements that count the stored rows of each key (`sender/number`) for the parameter `service`. */
export const KEYS_STORED: Readonly<Record<Sent, string>> = {
  logs: `SELECT splitByChar(' ', body)[1] AS key, count() AS n FROM logs WHERE ${sentBy('logs')} GROUP BY key`,
  traces: `SELECT status_message AS key, count() AS n FROM spans WHERE ${sentBy('traces')} GROUP BY key`,
  metrics:
    "SELECT concat(metric_name, '/', toString(toUInt64(value))) AS key, count() AS n FROM metric_points " +
    `WHERE series_hash IN (SELECT series_hash FROM metric_series WHERE ${sentBy('metrics')}) GROUP BY key`,
  events: `SELECT message_id AS key, count() AS n FROM events WHERE ${sentBy('events')} GROUP BY key`,
};

function sentBy(signal: Sent): string {
  return `${signal === 'events' ? 'event' : 'service_name'} = {service:String}`;
}

const TABLES: Readonly<Record<Sent, string>> = {
  logs: 'logs',
  traces: 'spans',
  metrics: 'metric_series',
  events: 'events',
};

const counted = (signal: Sent, expression: string, table: string, condition = ''): string =>
  `SELECT ${expression} AS n FROM ${table} WHERE ${condition}project_number IN ` +
  `(SELECT project_number FROM ${TABLES[signal]} WHERE ${sentBy(signal)})`;

const metered = (signal: Sent): string =>
  counted(signal, 'sum(items)', 'usage_hours', `signal = '${signal}' AND outcome = 'stored' AND `);

/**
 * Statements over the counters that are inserted along with the rows, in the projects that have data of the parameter
 * `service`; each of them counts every item once.
 */
export const COUNTED: Readonly<Record<Sent, readonly string[]>> = {
  logs: [counted('logs', 'count()', 'logs'), metered('logs')],
  traces: [
    counted('traces', 'count()', 'spans'),
    counted('traces', 'sum(span_count)', 'trace_summaries'),
    counted('traces', 'sum(calls)', 'service_minutes'),
    metered('traces'),
  ],
  metrics: [counted('metrics', 'count()', 'metric_points'), metered('metrics')],
  events: [
    counted('events', 'count()', 'events'),
    counted('events', 'sum(count)', 'event_names_daily'),
    metered('events'),
  ],
};
