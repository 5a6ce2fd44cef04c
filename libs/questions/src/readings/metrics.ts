import type { CatalogMetric } from '../catalog/catalog.js';
import type { Facts } from '../facts/facts.js';
import type { JsonObject } from '../query/typed-query.js';
import { HOUR } from '../time/window.js';
import {
  bounds,
  bucket,
  groups,
  listed,
  optional,
  places,
  search,
  TIME,
  windowOf,
  type Draft,
  type Reader,
} from './reading.js';

const INTERVALS = new Set(['1m', '5m', '15m', '30m', '1h', '6h', '12h', '1d']);
const MAX_GROUPS = 4;

/** The aggregation that was asked for, or the usual one of the type; undefined if the metric has none of this kind. */
function aggregationOf(facts: Facts, { type, monotonic }: CatalogMetric): JsonObject | undefined {
  const asked = facts.one('agg') ?? facts.one('extreme') ?? (facts.has('count') ? 'sum' : undefined);
  const isCounter = type === 'sum' && monotonic;
  if (asked === undefined) return { agg: isCounter ? 'rate' : 'avg' };
  if (asked === 'sum' && isCounter) return { agg: 'increase' };
  if (type !== 'gauge') return facts.has('count') && !isCounter ? undefined : { agg: asked };
  if (asked === 'rate' || asked === 'increase' || facts.has('count')) return undefined;
  return asked === 'sum' ? { agg: 'avg', across: 'sum' } : { agg: asked };
}

export const metricSeries: Reader = {
  subjects: ['metrics'],
  takes: [...TIME, 'and', 'agg', 'extreme', 'count', 'group', 'interval', 'series', 'excluded', 'attribute'],
  names: ['metric', 'service', 'environment'],
  read(facts, moment): readonly Draft[] {
    const metrics = facts.names.flatMap(({ metric }) => (metric ? [metric] : []));
    if ((facts.has('agg') && facts.has('extreme')) || facts.has('count', 'unique')) return [];
    const interval = bucket(facts, windowOf(moment, HOUR));
    const keys = groups(facts, 'service_name');
    const isRefused =
      !INTERVALS.has(interval) || keys.length > MAX_GROUPS || keys.includes('level') || keys.includes('release');
    if (isRefused) return [];
    return metrics.flatMap((metric): readonly Draft[] => {
      const aggregation = aggregationOf(facts, metric);
      if (!aggregation) return [];
      const parameters = {
        metric_name: metric.name,
        ...aggregation,
        ...places(facts),
        ...listed('group_by', keys),
        ...search(facts),
        ...optional('interval', interval),
        ...bounds(moment),
      };
      return [{ operation: 'metrics.query', parameters, view: { chart: 'line' }, score: 1 }];
    });
  },
};

export const metricList: Reader = {
  subjects: ['metrics'],
  takes: [],
  names: [],
  read: (facts) =>
    facts.has('subject', 'metrics')
      ? [{ operation: 'metrics.list', parameters: {}, view: { chart: 'table' }, score: 1 }]
      : [],
};
