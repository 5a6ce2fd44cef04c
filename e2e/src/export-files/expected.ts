import { LogRecordSchema } from '@svc/contract';
import { eventually } from '@svc/testing';
import { ok, type Json } from '../api.js';
import { events, failures, logs, metrics, nanoseconds, spans, TRACE_ID } from './sent.js';
import { exact, exactAttributes, nineDigits, type Kind } from './values.js';

export type Signal = 'logs' | 'traces' | 'metrics' | 'errors' | 'events' | 'persons';
export type Row = Readonly<Record<string, unknown>>;
type Columns = Readonly<Record<string, Kind>>;

const texts = (...names: string[]): Columns => Object.fromEntries(names.map((name) => [name, 'text']));

/** The fields of a log record in answers, except the attributes of its resource. */
function logColumns(): Columns {
  const kinds: Columns = {
    timestamp: 'time',
    observed_timestamp: 'time',
    severity_number: 'integer',
    dropped_attributes_count: 'integer',
    attributes: 'texts',
  };
  const names = LogRecordSchema.fields.map(({ name }) => name).filter((name) => name !== 'resource');
  return Object.fromEntries(names.map((name) => [name, kinds[name] ?? 'text']));
}

/** The columns of each signal in their order. */
export const COLUMNS: Readonly<Record<Signal, Columns>> = {
  logs: logColumns(),
  traces: {
    ...texts('trace_id', 'span_id', 'parent_span_id', 'name', 'kind', 'service_name', 'environment', 'release'),
    start_time: 'time',
    end_time: 'time',
    duration_ms: 'number',
    duration_ns: 'integer',
    ...texts('status', 'status_message', 'trace_state', 'scope_name', 'scope_version', 'distinct_id', 'session_id'),
    attributes: 'texts',
    events: 'json',
    links: 'json',
  },
  metrics: {
    metric_name: 'text',
    type: 'text',
    temporality: 'text',
    is_monotonic: 'boolean',
    ...texts('unit', 'service_name', 'environment', 'instance', 'job', 'scope_name'),
    attributes: 'texts',
    series_hash: 'integer',
    timestamp: 'time',
    start_timestamp: 'time',
    value: 'number',
    count: 'integer',
    sum: 'number',
    min: 'number',
    max: 'number',
    explicit_bounds: 'list',
    bucket_counts: 'integers',
    quantiles: 'list',
    quantile_values: 'list',
    exponential_buckets: 'json',
  },
  errors: {
    id: 'text',
    timestamp: 'time',
    type: 'text',
    message: 'text',
    culprit: 'text',
    level: 'text',
    handled: 'boolean',
    mechanism: 'text',
    ...texts('source', 'platform', 'service_name', 'environment', 'release', 'dist', 'trace_id', 'span_id'),
    session_id: 'text',
    distinct_id: 'text',
    groups: 'texts',
    attributes: 'texts',
    stacktrace: 'text',
  },
  events: {
    message_id: 'text',
    timestamp: 'time',
    event: 'text',
    distinct_id: 'text',
    session_id: 'text',
    trace_id: 'text',
    environment: 'text',
    service_name: 'text',
    release: 'text',
    groups: 'texts',
    properties: 'json',
  },
  persons: {
    id: 'text',
    distinct_id: 'text',
    distinct_ids: 'list',
    is_identified: 'boolean',
    properties: 'json',
    first_seen: 'time',
    last_seen: 'time',
  },
};

/** The columns that name a row. */
export const KEYS: Readonly<Record<Signal, readonly string[]>> = {
  logs: ['log_id'],
  traces: ['span_id'],
  metrics: ['metric_name', 'timestamp'],
  errors: ['id'],
  events: ['message_id'],
  persons: ['distinct_id'],
};

/** Waits until the read API answers everything that was sent, and returns it as rows of files. */
export async function expectedRows(project: string, startMs: number): Promise<Record<Signal, readonly Row[]>> {
  const all = async (what: string, path: string, count: number): Promise<Json[]> =>
    eventually(`${count} ${what}`, async () => {
      const found = [...((await ok('GET', `${path}project_id=${project}`))[what] as Json[])];
      return found.length >= count && found;
    });
  const sentLogs = logs(startMs).resourceLogs[0]?.scopeLogs[0]?.logRecords.length ?? 0;
  const sentFailures = failures(startMs).resourceLogs[0]?.scopeLogs[0]?.logRecords.length ?? 0;
  const found = {
    logs: await all('logs', '/logs?limit=1000&', sentLogs + sentFailures),
    traces: await all(
      'spans',
      `/traces/${TRACE_ID}?`,
      spans(startMs).resourceSpans[0]?.scopeSpans[0]?.spans.length ?? 0,
    ),
    errors: await all('errors', '/errors?', sentFailures),
    persons: await all('persons', '/persons?', 2),
  };
  await all('metrics', '/metrics?', 4);
  return {
    // Files have no value for an absent body, which the read API shows as the empty text.
    logs: found.logs.map((row) => answered('logs', { ...(row as Row), body: row['body'] || null })),
    traces: found.traces.map((row) => answered('traces', { trace_id: TRACE_ID, ...(row as Row) })),
    errors: found.errors.map((row) => answered('errors', row)),
    persons: found.persons.map((row) => answered('persons', row)),
    metrics: metricRows(startMs),
    events: eventRows(startMs),
  };
}

/** The columns of an answer; omitted ones are null. */
function answered(signal: Signal, answer: Row): Row {
  const hidden = new Set(['stacktrace', 'duration_ns']);
  const columns = Object.entries(COLUMNS[signal]).filter(([name]) => !hidden.has(name));
  return Object.fromEntries(columns.map(([name, kind]) => [name, toExpected(kind, answer[name])]));
}

function toExpected(kind: Kind, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (kind === 'time') return nineDigits(value as string);
  if (kind === 'integer') return { n: JSON.stringify(value) };
  return kind === 'texts' || kind === 'json' ? exactAttributes(exact(value)) : exact(value);
}

function eventRows(startMs: number): Row[] {
  return events(startMs)
    .filter(({ event }) => event !== 'identify')
    .map((sent) => {
      const { message_id, event, distinct_id, session_id, timestamp, properties } = sent as Record<string, unknown>;
      return {
        message_id,
        event,
        distinct_id,
        session_id,
        timestamp,
        properties: exact(properties),
        groups: {},
        trace_id: null,
      };
    });
}

/** Columns that do not apply to a kind of point are null or an empty list. */
const NOTHING = {
  value: null,
  count: null,
  sum: null,
  min: null,
  max: null,
  exponential_buckets: null,
  explicit_bounds: [],
  bucket_counts: [],
  quantiles: [],
  quantile_values: [],
};

function metricRows(startMs: number): Row[] {
  const [gauge] = metrics(startMs).resourceMetrics[0]?.scopeMetrics[0]?.metrics ?? [];
  const time = (nth: number): string => {
    const [, seconds = '', rest = ''] = /^(\d+)(\d{9})$/.exec(nanoseconds(nth, startMs)) ?? [];
    return `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}.${rest}Z`;
  };
  const place = { place: 'says "yes", twice: ""' };
  const common = { ...NOTHING, attributes: place, timestamp: time(1), start_timestamp: time(0) };
  const n = (digits: string) => ({ n: digits });
  return [
    ...(gauge?.gauge?.dataPoints ?? []).map(({ asDouble }, nth) => ({
      ...common,
      metric_name: 'judged.gauge',
      type: 'gauge',
      unit: '{a,b}',
      value: exact(asDouble),
      timestamp: time(nth),
      start_timestamp: null,
    })),
    {
      ...common,
      metric_name: 'judged.histogram',
      type: 'histogram',
      temporality: 'delta',
      count: n('9007199254740994'),
      sum: 12.5,
      min: 0.25,
      max: 9.75,
      explicit_bounds: [0.5, n('10')],
      bucket_counts: [n('1'), n('9007199254740993'), n('0')],
    },
    {
      ...common,
      metric_name: 'judged.exponential',
      type: 'exponential_histogram',
      temporality: 'cumulative',
      count: n('5'),
      sum: 1.5,
      exponential_buckets: {
        scale: n('-1'),
        zero_count: '2',
        zero_threshold: n('0'),
        positive_offset: n('3'),
        positive_bucket_counts: ['1', '2'],
        negative_offset: n('0'),
        negative_bucket_counts: [],
      },
    },
    {
      ...common,
      metric_name: 'judged.summary',
      type: 'summary',
      count: n('3'),
      sum: 4.5,
      quantiles: [0.5, 0.99],
      quantile_values: [1.25, n('-7')],
    },
  ];
}
