import type { JsonObject, JsonValue, TypedQuery } from './typed-query.js';

const TITLES: Readonly<Record<string, string>> = {
  'logs.query': 'Log records',
  'logs.aggregate': 'Number of log records',
  'logs.patterns': 'Patterns of log records',
  'traces.search': 'Traces',
  'errors.search': 'Errors',
  'issues.list': 'Issues',
  'metrics.query': 'Metric over time',
  'metrics.list': 'Metrics of the project',
  'events.trends': 'Number of events',
  'events.triggerers': 'Persons who triggered an event',
  'events.funnel': 'Funnel of events',
  'events.names': 'Names of events',
  'persons.search': 'Persons',
  'services.list': 'Services with their figures',
  'services.red': 'Figures of a service',
  'services.map': 'Service map',
  'agent_runs.list': 'Runs of agents',
  'llm.summary': 'Figures of calls of models',
  'llm.series': 'Figures of calls of models over time',
  'llm.top_persons': 'Persons by cost of their agent runs',
};

/** The query in words: the title of its operation, the figure, every parameter by its name, and the window. */
export function describe({ operation, parameters, view }: Omit<TypedQuery, 'description'>): string {
  const figure = view.measure === undefined ? '' : ` by ${view.measure}${view.order === 'asc' ? ', lowest first' : ''}`;
  const parts = Object.entries(parameters).flatMap(([name, value]) =>
    TIMES.has(name) ? [] : [`${name.replaceAll('_', ' ')} ${toWords(value)}`],
  );
  const most = view.limit === undefined ? [] : [`at most ${view.limit}`];
  const details = [...parts, ...most, ...describeWindow(parameters)].join('; ');
  return `${TITLES[operation] ?? operation}${figure}${details === '' ? '' : `: ${details}`}`;
}

const TIMES = new Set(['start_time', 'end_time', 'since', 'until', 'time_range']);

function describeWindow(parameters: JsonObject): string[] {
  const { start, end } = (parameters['time_range'] ?? {}) as JsonObject;
  const from = parameters['start_time'] ?? parameters['since'] ?? start;
  const to = parameters['end_time'] ?? parameters['until'] ?? end;
  return typeof from === 'string' && typeof to === 'string' ? [`from ${from} to ${to}`] : [];
}

function toWords(value: JsonValue): string {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(toWords).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.values(value).map(toWords).join(' ');
}
