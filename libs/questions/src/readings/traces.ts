import type { JsonObject } from '../query/typed-query.js';
import { bounds, listed, optional, places, search, TIME, type Reader } from './reading.js';

const ORDERS = new Map<string, JsonObject>([
  ['slow', { sort_by: 'duration' }],
  ['fast', { sort_by: 'duration', sort_order: 'asc' }],
  ['errors', { sort_by: 'error_count' }],
  ['spans', { sort_by: 'span_count' }],
  ['services', { sort_by: 'service_count' }],
  ['oldest', { sort_order: 'asc' }],
  ['newest', {}],
]);

/**
 * Excluded services are not taken: a trace matches if one of its spans does, so that a trace of the excluded service would be found.
 * Neither are two services that `and` joins, because only traces of one or the other can be asked for.
 */
export const traces: Reader = {
  subjects: ['traces'],
  takes: [...TIME, 'traceStatus', 'order', 'limit', 'longerThan', 'attribute', 'person', 'operation', 'text'],
  names: ['service', 'environment'],
  read(facts, moment) {
    const order = facts.order === undefined ? {} : ORDERS.get(facts.order);
    if (!facts.has('subject', 'traces') || !order) return [];
    const longer = facts.one('longerThan');
    const parameters = {
      ...search(facts),
      ...places(facts),
      ...listed('operation', facts.all('operation')),
      ...optional('distinct_id', facts.one('person')),
      ...optional('status', facts.one('traceStatus')),
      ...(longer === undefined ? {} : { min_duration_ms: Number(longer) }),
      ...bounds(moment),
      ...order,
      ...optional('limit', facts.limit),
    };
    return [{ operation: 'traces.search', parameters, view: { chart: 'table' }, score: 1 }];
  },
};
