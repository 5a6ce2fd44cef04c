import type { WidgetQuery } from '../../gen/api.js';
import type { Target } from '../../links/targets.js';
import type { Range } from '../../time/range.js';
import type { Search } from '../../url/codec.js';
import { fillFilter, fillNames, type Values } from './variables.js';

/** Labels that the page of metrics groups by at once. */
const MAX_LABELS = 4;
/** Names of fields that widgets and metrics write in different ways. */
const LABELS: Readonly<Record<string, string>> = { service: 'service_name' };

/** The page that shows what a widget counts, with the same filter and range; undefined for signals whose pages have no such filter. */
export function toExplore(query: WidgetQuery, values: Values, range: Range): Target | undefined {
  const q = fillFilter(query.q, values);
  const service = fillNames(query.service, values);
  const env = fillNames(query.environment, values);
  // The environments of this page do not apply to a widget, so they must not be kept.
  const shared: Search = { ...range, env };
  switch (query.signal) {
    case 'logs': {
      const level = fillNames(query.level, values);
      return {
        to: 'logs',
        search: {
          ...shared,
          ...(q !== '' && { q }),
          ...(service.length > 0 && { service }),
          ...(level.length > 0 && { level }),
        },
      };
    }
    case 'traces':
      return { to: 'traces', search: { ...shared, ...(q !== '' && { q }), ...(service.length > 0 && { service }) } };
    case 'metrics':
      return { to: 'metrics', search: { ...shared, ...toMetric(query, [q, ...service.map(toServiceTerm)]) } };
    default:
      return undefined;
  }
}

function toMetric({ metric, aggregate, group_by: by }: WidgetQuery, filters: readonly string[]): Search {
  const set = filters.filter((filter) => filter !== '');
  const q = set.length > 1 ? set.map((filter) => `(${filter})`).join(' AND ') : (set[0] ?? '');
  return {
    name: metric,
    ...(aggregate !== '' && { agg: aggregate }),
    ...(by.length > 0 && { by: by.slice(0, MAX_LABELS).map((name) => LABELS[name] ?? name) }),
    ...(q !== '' && { q }),
  };
}

function toServiceTerm(name: string): string {
  return fillFilter('service:$name', { name });
}
