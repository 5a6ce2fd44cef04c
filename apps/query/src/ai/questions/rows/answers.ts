import type { JsonObject, JsonValue, View } from '@svc/questions';
import { objects } from '../run/json-lists.js';

export interface Answer {
  readonly columns: readonly string[];
  readonly rows: readonly JsonObject[];
}

type ReadAnswer = (response: JsonObject, view: View, parameters: JsonObject) => Answer;

/** The fields of a row, leaving out those that a record does not have. */
const pick = (record: JsonObject, columns: readonly string[]): JsonObject =>
  Object.fromEntries(columns.flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]]])));

const list =
  (field: string, ...columns: readonly string[]): ReadAnswer =>
  (response) => ({ columns, rows: objects(response[field]).map((record) => pick(record, columns)) });

const texts = (value: JsonValue | undefined): readonly string[] =>
  Array.isArray(value) ? (value as readonly string[]) : [];

const counts: ReadAnswer = ({ groups, total, group_by: keys }, { chart }) => {
  if (chart === 'number') return { columns: ['count'], rows: [{ count: total ?? 0 }] };
  const columns = [...(chart === 'line' ? ['timestamp'] : []), ...texts(keys), 'count'];
  const rows = objects(groups).flatMap((group) => {
    const values = group['values'] as JsonObject;
    if (chart !== 'line') return [{ ...values, count: group['count'] ?? 0 }];
    return objects(group['series']).map((point) => ({ ...values, ...point }));
  });
  return { columns, rows };
};

const metric: ReadAnswer = ({ series }, _, { group_by: keys }) => ({
  columns: ['timestamp', ...texts(keys), 'value'],
  rows: objects(series).flatMap(({ labels, points }) =>
    objects(points).map((point) => ({ ...(labels as JsonObject), ...point })),
  ),
});

const trends: ReadAnswer = ({ series }, { chart }, { breakdown }) => {
  const of = breakdown === undefined ? ['event'] : ['event', 'breakdown_value'];
  if (chart !== 'line')
    return {
      columns: [...of, 'count'],
      rows: objects(series).map((one) => ({ ...pick(one, of), count: one['total'] ?? 0 })),
    };
  return {
    columns: ['timestamp', ...of, 'count'],
    rows: objects(series).flatMap((one) =>
      objects(one['points']).map(({ timestamp = null, value = 0 }) => ({ timestamp, ...pick(one, of), count: value })),
    ),
  };
};

const FUNNEL = ['event', 'count', 'conversion_rate', 'step_conversion_rate'];
const SERVICE = ['service_name', 'request_count', 'error_rate', 'p95_duration_ms'];
const ISSUE = ['id', 'title', 'status', 'last_seen'];

/** Turns the response of each operation into rows. */
export const ANSWERS: Readonly<Record<string, ReadAnswer>> = {
  'logs.query': list('logs', 'timestamp', 'level', 'service_name', 'body', 'log_id', 'trace_id'),
  'logs.aggregate': counts,
  'logs.patterns': list('patterns', 'template', 'count', 'share', 'level', 'last_seen'),
  'traces.search': list(
    'traces',
    'start_time',
    'trace_id',
    'root_service',
    'root_operation',
    'duration_ms',
    'span_count',
    'service_count',
    'error_count',
  ),
  'errors.search': list('errors', 'timestamp', 'type', 'message', 'service_name', 'environment', 'issue_id'),
  'issues.list': ({ issues }) => ({
    columns: [...ISSUE, 'events', 'users'],
    rows: objects(issues).map((issue) => ({
      ...pick(issue, ISSUE),
      ...pick((issue['figures'] as JsonObject | undefined) ?? {}, ['events', 'users']),
    })),
  }),
  'metrics.query': metric,
  'metrics.list': list('metrics', 'name', 'type', 'unit', 'series_count', 'last_seen'),
  'events.trends': trends,
  'events.funnel': ({ funnels }) => ({
    columns: FUNNEL,
    rows: objects(funnels).flatMap(({ steps }) => objects(steps).map((step) => pick(step, FUNNEL))),
  }),
  'events.triggerers': list('triggerers', 'distinct_id', 'person_id', 'count', 'first_seen', 'last_seen'),
  'events.names': list('events', 'name', 'last_seen'),
  'persons.search': list('persons', 'id', 'distinct_id', 'is_identified', 'first_seen', 'last_seen'),
  'services.list': ({ services }, { measure }) => {
    const columns = measure === undefined ? SERVICE : ['service_name', measure];
    return { columns, rows: objects(services).map((service) => pick(service, columns)) };
  },
  'services.red': ({ buckets }, { chart, measure = 'request_count' }) => {
    const columns = ['timestamp', measure];
    const rows = objects(buckets).map((bucket) => pick(bucket, columns));
    if (chart === 'line') return { columns, rows };
    return { columns: [measure], rows: [{ [measure]: rows.reduce((sum, row) => sum + Number(row[measure] ?? 0), 0) }] };
  },
  'services.map': list('edges', 'source', 'target', 'type', 'call_count', 'error_count', 'p95_duration_ms'),
};
