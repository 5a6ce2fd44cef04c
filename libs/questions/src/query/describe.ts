import type { JsonValue, TypedQuery } from './typed-query.js';

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
};

/** The query in words: the title of its operation, the figure, and every parameter by its name. */
export function describe({ operation, parameters, view }: Omit<TypedQuery, 'description'>): string {
  const figure = view.measure === undefined ? '' : ` by ${view.measure}${view.order === 'asc' ? ', lowest first' : ''}`;
  const parts = Object.entries(parameters).map(([name, value]) => `${name.replaceAll('_', ' ')} ${toWords(value)}`);
  const most = view.limit === undefined ? [] : [`at most ${view.limit}`];
  const details = [...parts, ...most].join('; ');
  return `${TITLES[operation] ?? operation}${figure}${details === '' ? '' : `: ${details}`}`;
}

function toWords(value: JsonValue): string {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(toWords).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.values(value).map(toWords).join(' ');
}
