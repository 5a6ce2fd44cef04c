import { formatMoney, parseMoney } from '@svc/gen-ai';
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

const CALLS = ['calls', 'errors', 'cost', 'unpriced_calls', 'input_tokens', 'output_tokens'];

/** The figures of calls of models, with the sum of their tokens. */
function figuresOf(value: JsonValue | undefined): JsonObject {
  const figures = (value as JsonObject | undefined) ?? {};
  const tokens = Number(figures['input_tokens'] ?? 0) + Number(figures['output_tokens'] ?? 0);
  return { ...pick(figures, CALLS), tokens };
}

/** A cost is too low by the calls without a price, which are stated beside it. */
const figureColumns = (measure: string | undefined): readonly string[] => {
  if (measure === undefined) return CALLS;
  return measure === 'cost' ? ['cost', 'unpriced_calls'] : [measure];
};

const modelSummary: ReadAnswer = ({ total, models }, { chart, measure }) => {
  const figures = figureColumns(measure);
  if (chart === 'number') return { columns: figures, rows: [pick(figuresOf(total), figures)] };
  const columns = ['provider', 'model', ...figures];
  const rows = objects(models).map((one) => pick({ ...one, ...figuresOf(one['figures']) }, columns));
  return { columns, rows };
};

const modelSeries: ReadAnswer = ({ series }, { chart, measure = 'cost' }, { group_by: key }) => {
  const group = typeof key === 'string' ? [key] : [];
  const figures = figureColumns(measure);
  const columns = [...(chart === 'line' ? ['timestamp'] : []), ...group, ...figures];
  const rows = objects(series).flatMap(({ group: value = '', is_rest: isRest, points }) => {
    const own = typeof key === 'string' ? { [key]: isRest === true ? '(others)' : value } : {};
    const figuresOfPoints = objects(points).map((point) => ({ ...point, ...figuresOf(point) }));
    if (chart === 'line') return figuresOfPoints.map((point) => pick({ ...own, ...point }, columns));
    return [{ ...own, ...sumOf(figuresOfPoints, figures) }];
  });
  return { columns, rows };
};

function sumOf(points: readonly JsonObject[], figures: readonly string[]): JsonObject {
  return Object.fromEntries(
    figures.map((name) => [
      name,
      name === 'cost' ? sumMoney(points) : points.reduce((sum, point) => sum + Number(point[name] ?? 0), 0),
    ]),
  );
}

/** Null if nothing has a price. */
function sumMoney(points: readonly JsonObject[]): string | null {
  const costs = points.flatMap(({ cost }) => (typeof cost === 'string' ? (parseMoney(cost) ?? []) : []));
  return costs.length === 0 ? null : formatMoney(costs.reduce((sum, cost) => sum + cost));
}

const topPersons: ReadAnswer = ({ persons }) => {
  const columns = ['distinct_id', 'person_id', 'cost', 'unpriced_calls', 'runs'];
  return { columns, rows: objects(persons).map((one) => pick({ ...one, ...(one['figures'] as JsonObject) }, columns)) };
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
  'agent_runs.list': list(
    'runs',
    'started_at',
    'run_id',
    'agent_name',
    'status',
    'duration_ms',
    'cost',
    'unpriced_calls',
    'environment',
  ),
  'llm.summary': modelSummary,
  'llm.series': modelSeries,
  'llm.top_persons': topPersons,
  'services.map': list('edges', 'source', 'target', 'type', 'call_count', 'error_count', 'p95_duration_ms'),
};
