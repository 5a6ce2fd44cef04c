import { randomBytes } from 'node:crypto';
import type { Signal } from '@svc/otlp';

/** The service name of everything these tests send. */
export const SERVICE = 'killed';

/** A request of one signal as OTLP/JSON whose items can be told apart in the store by their keys. */
export interface NumberedRequest {
  readonly body: string;
  readonly keys: readonly string[];
}

/** Items `from` to `from + count` of a sender; `padding` is how many bytes each log record carries beside its key. */
export function numberedRequest(
  signal: Signal,
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
  }
}

/** How often each key lies in the store: `sender/number`, as it was sent. */
export const KEYS_STORED: Readonly<Record<Signal, string>> = {
  logs: `SELECT splitByChar(' ', body)[1] AS key, count() AS n FROM logs WHERE service_name = '${SERVICE}' GROUP BY key`,
  traces: `SELECT status_message AS key, count() AS n FROM spans WHERE service_name = '${SERVICE}' GROUP BY key`,
  metrics:
    "SELECT concat(metric_name, '/', toString(toUInt64(value))) AS key, count() AS n FROM metric_points " +
    `WHERE series_hash IN (SELECT series_hash FROM metric_series WHERE service_name = '${SERVICE}') GROUP BY key`,
};

/** What the store derives from spans while they are inserted: each of them counts every span once. */
export const SPANS_DERIVED: readonly string[] = [
  `SELECT count() AS n FROM spans WHERE service_name = '${SERVICE}'`,
  `SELECT sum(span_count) AS n FROM trace_summaries WHERE has(services, '${SERVICE}')`,
  `SELECT sum(calls) AS n FROM service_minutes WHERE service_name = '${SERVICE}'`,
];
