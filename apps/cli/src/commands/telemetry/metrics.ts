import { restCommand, type Argument, type Family } from '../../command/command.js';
import { ENVIRONMENT, SERVICE, windowFlags } from '../../command/common-flags.js';
import { measured, toSecond, wholeNumber } from '../../print/layout/units.js';
import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../../runtime/values/json.js';

const list = restCommand({
  words: ['metrics', 'list'],
  summary: 'List the metrics of the project',
  description:
    'DROPPED counts points that were not stored because their metric exceeded the limit of new series per day.',
  operation: 'metrics.list',
  view: {
    kind: 'table',
    rows: 'metrics',
    columns: [
      { title: 'METRIC', field: 'name', flexible: true },
      { title: 'TYPE', field: 'type', dropOrder: 4 },
      { title: 'UNIT', field: 'unit' },
      { title: 'SERIES', field: 'series_count', format: wholeNumber, align: 'right' },
      {
        title: 'DROPPED',
        field: 'dropped_points',
        dropOrder: 3,
        format: wholeNumber,
        align: 'right',
        paint: (points, colors) => (Number(points) === 0 ? colors.dim : colors.red),
      },
      { title: 'LAST SEEN', field: 'last_seen', dropOrder: 2, format: toSecond, paint: (_, colors) => colors.dim },
      { title: 'DESCRIPTION', field: 'description', flexible: true, dropOrder: 1 },
    ],
    empty: 'No metrics yet.',
  },
});

const METRIC_NAME: Argument<'metric_name'> = {
  name: 'metric-name',
  sends: 'metric_name',
  description: 'name of the metric',
};

const remove = restCommand({
  words: ['metrics', 'delete'],
  summary: 'Delete a metric with all its points and series',
  description: 'The deletion is permanent. If senders continue, the metric is created again from later points.',
  operation: 'metrics.delete',
  arguments: [METRIC_NAME],
  destructive: true,
  done: { deleted: true },
});

const labels = restCommand({
  words: ['metrics', 'labels'],
  summary: 'List the labels of one metric with their most frequent values',
  examples: ['svc metrics labels http.server.request.duration --since 7d'],
  operation: 'metrics.labels',
  arguments: [METRIC_NAME],
  flags: windowFlags('24h'),
  view: {
    kind: 'table',
    rows: 'labels',
    columns: [
      { title: 'LABEL', field: 'name', paint: (_, colors) => colors.cyan },
      { title: 'OF', field: 'source', paint: (_, colors) => colors.dim },
      { title: 'VALUES', field: 'value_count', format: wholeNumber, align: 'right' },
      { title: 'SERIES', field: 'series_count', format: wholeNumber, align: 'right' },
      { title: 'MOST FREQUENT', field: 'top_values', format: frequentValues, flexible: true },
    ],
    empty: 'No series in this window.',
  },
});

const forecast = restCommand({
  words: ['metrics', 'forecast'],
  summary: 'Forecast one metric with 80 % and 95 % prediction intervals',
  examples: ['svc metrics forecast queue.depth --service checkout --horizon 2d'],
  operation: 'metrics.forecast',
  arguments: [METRIC_NAME],
  flags: [
    ENVIRONMENT,
    {
      name: 'horizon',
      kind: 'string',
      sends: 'horizon',
      description: 'length of the forecast: 90m, 24h, 7d; default 24h',
    },
    { name: 'interval', kind: 'string', sends: 'interval', description: 'bucket width, 1m to 1d; default 1h' },
    SERVICE,
  ],
  view: {
    kind: 'text',
    print: async (answer, page) => (await import('../../print/views/forecast.js')).printForecast(answer, page),
  },
});

/** Formats values with their number of series: `GET (12), PUT (3)`. */
function frequentValues(values: Json): string {
  return objectsAt({ values }, 'values')
    .map(({ value, series_count }) => `${plainText(value ?? '')} (${wholeNumber(series_count ?? 0)})`)
    .join(', ');
}

/** Flags that are validated but not sent, a published limitation of the client. */
const NOT_SENT = windowFlags('1h').map(({ sends: _, ...flag }) => flag);
const NOT_SENT_NAMES = ['since', 'until', 'interval'];

const query = restCommand({
  words: ['metrics', 'query'],
  summary: 'Aggregate one metric over time',
  description:
    'Current limitation: --since, --until and --interval are accepted but not sent; the defaults of the service apply. ' +
    'The REST interface supports them.',
  examples: ['svc metrics query http.server.request.duration --agg p95 --group-by service_name'],
  operation: 'metrics.query',
  arguments: [METRIC_NAME],
  flags: [
    {
      name: 'agg',
      kind: 'string',
      default: 'avg',
      choices: ['avg', 'sum', 'min', 'max', 'count', 'p50', 'p95', 'p99'],
      sends: 'agg',
      description: 'aggregation of a bucket',
    },
    ENVIRONMENT,
    {
      name: 'group-by',
      kind: 'stringSlice',
      choices: ['service_name', 'environment', 'instance', 'job'],
      sends: 'group_by',
      description: 'label to group by, with one series per value; repeatable',
    },
    {
      name: 'interval',
      kind: 'string',
      default: '5m',
      choices: ['1m', '5m', '15m', '30m', '1h', '6h', '12h', '1d'],
      description: 'bucket width; not sent',
    },
    ...NOT_SENT,
  ],
  view: {
    kind: 'table',
    rows: pointRows,
    columns: [
      { title: 'TIME', field: 'timestamp', format: toSecond, paint: (_, colors) => colors.dim },
      { title: 'SERIES', field: 'labels', flexible: true, paint: (_, colors) => colors.cyan },
      { title: 'VALUE', field: 'shown', align: 'right' },
    ],
    empty: 'No points in this window.',
  },
  warning: ({ given }) =>
    NOT_SENT_NAMES.some((name) => given.has(name))
      ? '--since, --until and --interval are not sent yet; the window and the interval are the defaults of the service.'
      : undefined,
});

/** Returns every point of every series with the labels of its series as one text. */
function pointRows(answer: Json): readonly JsonObject[] {
  const unit = isObject(answer) ? plainText(answer['unit']) : '';
  return objectsAt(answer, 'series').flatMap((series) => {
    const labels = isObject(series['labels']) ? Object.entries(series['labels']) : [];
    const text = labels
      .map(([name, value]) => `${name}=${plainText(value)}`)
      .sort()
      .join(' ');
    const label = text === '' ? '(all)' : text;
    return objectsAt(series, 'points').map((point) => {
      const { value = null } = point;
      return { ...point, labels: label, shown: value === null ? '–' : measured(value, unit) };
    });
  });
}

export const METRICS: Family = { groups: { metrics: 'Metrics' }, commands: [list, labels, query, forecast, remove] };
