import type { NewDashboard, NewWidget } from './dashboards.repository.js';

type Starter = Omit<NewDashboard, 'createdAt'>;

type Piece = readonly [
  type: 'timeseries' | 'value' | 'table' | 'list',
  title: string,
  query: Readonly<Record<string, string | string[]>>,
];

/** Two widgets of half the width in a row, and lists over the whole width. The queries have the JSON of a WidgetQuery. */
function starter(name: string, description: string, signal: string, pieces: readonly Piece[]): Starter {
  const widgets = pieces.map(([type, title, query], index): NewWidget => {
    const isList = type === 'list';
    const row = Math.floor(index / 2) * 8;
    const place = { x: isList ? 0 : (index % 2) * 12, y: row, w: isList ? 24 : 12, h: isList ? 10 : 8 };
    return { type, title, query: { signal, ...query }, ...place };
  });
  return {
    name,
    description,
    tags: [signal],
    variables: [],
    timeRange: '1h',
    refreshInterval: '1m',
    createdBy: null,
    widgets,
  };
}

/**
 * The dashboards that a project begins with: one for each signal. Names of metrics follow the OpenTelemetry
 * conventions.
 */
export const STARTERS: readonly Starter[] = [
  starter('Metrics', 'HTTP servers and hosts, as OpenTelemetry names their metrics.', 'metrics', [
    [
      'timeseries',
      'Duration of HTTP requests (p95)',
      { metric: 'http.server.request.duration', aggregate: 'p95', groupBy: ['service'] },
    ],
    [
      'timeseries',
      'HTTP requests',
      { metric: 'http.server.request.duration', aggregate: 'count', groupBy: ['service'] },
    ],
    [
      'timeseries',
      'CPU utilization of hosts',
      { metric: 'system.cpu.utilization', aggregate: 'avg', groupBy: ['host.name'] },
    ],
    [
      'timeseries',
      'Memory utilization of hosts',
      { metric: 'system.memory.utilization', aggregate: 'avg', groupBy: ['host.name'] },
    ],
  ]),
  starter('Events', 'What customers do.', 'events', [
    ['timeseries', 'Events by name', { aggregate: 'count', groupBy: ['event'] }],
    ['timeseries', 'Persons', { aggregate: 'unique', field: 'person' }],
    ['table', 'Most frequent events', { aggregate: 'count', groupBy: ['event'] }],
    ['value', 'Events', { aggregate: 'count' }],
  ]),
  starter('Errors', 'Errors, where they happen and whom they affect.', 'errors', [
    ['timeseries', 'Errors by service', { aggregate: 'count', groupBy: ['service'] }],
    ['timeseries', 'Affected users', { aggregate: 'unique', field: 'user' }],
    ['table', 'Most frequent types', { aggregate: 'count', groupBy: ['type'] }],
    ['table', 'By release', { aggregate: 'count', groupBy: ['release'] }],
    ['list', 'Latest errors', {}],
  ]),
  starter('Traces', 'Rate, errors and duration of requests.', 'traces', [
    ['timeseries', 'Requests per second', { q: 'request:yes', aggregate: 'rate', groupBy: ['service'] }],
    ['timeseries', 'Ratio of errors', { q: 'request:yes', aggregate: 'error_ratio', groupBy: ['service'] }],
    [
      'timeseries',
      'Duration in ms (p95)',
      { q: 'request:yes', aggregate: 'p95', field: 'duration_ms', groupBy: ['service'] },
    ],
    ['table', 'Most frequent operations', { aggregate: 'count', groupBy: ['service', 'name'] }],
    ['list', 'Latest traces', {}],
  ]),
  starter('Logs', 'How much is logged, and what.', 'logs', [
    ['timeseries', 'Records by level', { aggregate: 'count', groupBy: ['level'] }],
    ['timeseries', 'Errors by service', { q: 'level:error OR level:fatal', aggregate: 'count', groupBy: ['service'] }],
    ['table', 'Most records', { aggregate: 'count', groupBy: ['service'] }],
    ['value', 'Errors', { q: 'level:error OR level:fatal', aggregate: 'count' }],
    ['list', 'Latest errors', { q: 'level:error OR level:fatal' }],
  ]),
];
