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

/** The aggregations that a question can mean: as asked, or the usual one of the type; none if the metric has none of this kind. */
function aggregations(facts: Facts, { type, monotonic }: CatalogMetric): readonly JsonObject[] {
  const asked = facts.one('agg') ?? facts.one('extreme') ?? (facts.has('count') ? 'sum' : undefined);
  const isCounter = type === 'sum' && monotonic;
  if (asked === undefined) return [{ agg: isCounter ? 'rate' : 'avg' }];
  if (isCounter && asked === 'sum') return [{ agg: 'increase' }];
  // `rate per hour` is a rate in buckets of an hour, or the increase in each hour.
  if (isCounter && asked === 'rate' && facts.has('interval')) return [{ agg: 'rate' }, { agg: 'increase' }];
  if (facts.has('count') && !isCounter) return [];
  if (type !== 'gauge') return [{ agg: asked }];
  if (asked === 'rate' || asked === 'increase') return [];
  return asked === 'sum' ? [{ agg: 'avg', across: 'sum' }] : [{ agg: asked }];
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
    const call = (metric: CatalogMetric, aggregation: JsonObject): Draft => {
      const parameters = {
        metric_name: metric.name,
        ...aggregation,
        ...places(facts),
        ...listed('group_by', keys),
        ...search(facts),
        ...optional('interval', interval),
        ...bounds(moment),
      };
      return { operation: 'metrics.query', parameters, view: { chart: 'line' }, score: 1 };
    };
    return metrics.flatMap((metric) => aggregations(facts, metric).map((aggregation) => call(metric, aggregation)));
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
