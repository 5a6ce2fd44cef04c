import type { Facts } from '../facts/facts.js';
import type { View } from '../query/typed-query.js';
import { bounds, groups, listed, optional, TIME, type Draft, type Moment, type Reader } from './reading.js';

const DURATIONS = new Set(['avg', 'p50', 'p95', 'p99']);
const ORDERS: ReadonlyMap<string, readonly [measure: string, order: 'asc' | 'desc']> = new Map([
  ['slow', ['duration', 'desc']],
  ['fast', ['duration', 'asc']],
  ['busy', ['request_count', 'desc']],
  ['errors', ['error_count', 'desc']],
]);

/** The figure that was asked for, by its name in the answers; undefined if there is none or several. */
function measureOf(facts: Facts): string | undefined {
  const fromOrder = ORDERS.get(facts.order ?? '')?.[0];
  const measure = facts.one('measure') ?? fromOrder;
  const agg = facts.one('agg');
  if (fromOrder !== undefined && measure !== fromOrder) return undefined;
  if (measure !== 'duration') return agg === undefined ? measure : undefined;
  return agg === undefined || DURATIONS.has(agg) ? `${agg ?? 'p95'}_duration_ms` : undefined;
}

const isNamed = (facts: Facts): boolean => facts.has('subject', 'service') || facts.has('subject', 'services');

const environments = (facts: Facts) => listed('environment', facts.named('environment'));

const serviceList = (facts: Facts, moment: Moment, view: View, score = 1): Draft => ({
  operation: 'services.list',
  parameters: { ...environments(facts), ...bounds(moment) },
  view,
  score,
});

const serviceFigures = (facts: Facts, moment: Moment, view: View, score = 1): Draft => ({
  operation: 'services.red',
  parameters: {
    ...optional('service_name', facts.named('service')[0]),
    ...environments(facts),
    ...optional('interval', facts.one('interval')),
    ...bounds(moment),
  },
  view,
  score,
});

/** All services by one figure. */
export const services: Reader = {
  subjects: ['service', 'services', 'requests'],
  takes: [...TIME, 'measure', 'agg', 'extreme', 'order', 'limit', 'group'],
  names: ['environment'],
  read(facts, moment) {
    const measure = measureOf(facts);
    const keys = groups(facts);
    const isAsked = isNamed(facts) || keys.length > 0 || measure !== undefined;
    // `most errors` alone can be errors of anything.
    if (facts.order !== undefined && !isNamed(facts) && keys.length === 0) return [];
    if (!isAsked || keys.some((key) => key !== 'service')) return [];
    if (measure === undefined) {
      const isPlain =
        isNamed(facts) &&
        (['measure', 'agg', 'extreme', 'order', 'limit', 'group'] as const).every((kind) => !facts.has(kind));
      return isPlain && !facts.has('subject', 'requests') ? [serviceList(facts, moment, { chart: 'table' })] : [];
    }
    const extreme = facts.one('extreme');
    const order = ORDERS.get(facts.order ?? '')?.[1];
    if (facts.order !== undefined && (order === undefined || extreme !== undefined)) return [];
    const isOne = facts.has('subject', 'service') && (order !== undefined || extreme !== undefined);
    const view: View = {
      chart: 'bar',
      measure,
      order: order ?? (extreme === 'min' ? 'asc' : 'desc'),
      ...optional('limit', facts.limit ?? (isOne ? 1 : undefined)),
    };
    return [serviceList(facts, moment, view)];
  },
};

const INTERVALS = new Set([undefined, '1m', '5m', '1h']);
const COUNTS = new Set(['request_count', 'error_count']);

/** One figure of one service over time, or its sum if it is a count. */
export const figures: Reader = {
  subjects: ['requests'],
  takes: [...TIME, 'measure', 'agg', 'interval', 'series', 'to'],
  names: ['service', 'environment'],
  read(facts, moment) {
    const measure = measureOf(facts);
    if (measure === undefined || facts.named('service').length !== 1 || !INTERVALS.has(facts.one('interval')))
      return [];
    const isTotal = COUNTS.has(measure) && !facts.has('interval') && !facts.has('series');
    return [serviceFigures(facts, moment, { chart: isTotal ? 'number' : 'line', measure })];
  },
};

export const serviceMap: Reader = {
  subjects: ['map'],
  takes: TIME,
  names: ['environment'],
  read: (facts, moment) =>
    facts.has('subject', 'map')
      ? [
          {
            operation: 'services.map',
            parameters: { ...environments(facts), ...bounds(moment) },
            view: { chart: 'table' },
            score: 1,
          },
        ]
      : [],
};

/** `the worst service`: without a measure the caller has to choose one. */
export const vagueServices: Reader = {
  subjects: ['service', 'services'],
  takes: [...TIME, 'vague', 'limit'],
  names: ['environment'],
  read(facts, moment) {
    if (!isNamed(facts) || !facts.has('vague')) return [];
    const order = facts.has('vague', 'best') ? 'asc' : 'desc';
    return ['error_rate', 'p95_duration_ms', 'request_count'].map((measure) => {
      const view: View = {
        chart: 'bar',
        measure,
        order: measure === 'request_count' ? 'desc' : order,
        ...optional('limit', facts.limit),
      };
      return serviceList(facts, moment, view, 0.5);
    });
  },
};

/** `how is checkout doing`, or only the name of a service. */
export const vagueService: Reader = {
  subjects: [],
  takes: [...TIME, 'vague'],
  names: ['service', 'environment'],
  read(facts, moment) {
    const [service, ...others] = facts.named('service');
    if (service === undefined || others.length > 0) return [];
    return [
      serviceFigures(facts, moment, { chart: 'line', measure: 'error_rate' }, 0.5),
      serviceFigures(facts, moment, { chart: 'line', measure: 'p95_duration_ms' }, 0.5),
      {
        operation: 'logs.query',
        parameters: { level: ['error'], service: [service], ...environments(facts), ...bounds(moment) },
        view: { chart: 'table' },
        score: 0.5,
      },
    ];
  },
};

/** `requests to auth` can be traces or a number. */
export const vagueRequests: Reader = {
  subjects: ['requests'],
  takes: [...TIME, 'to'],
  names: ['service', 'environment'],
  read(facts, moment) {
    const named = facts.named('service');
    if (!facts.has('subject', 'requests') || named.length > 1) return [];
    const traces: Draft = {
      operation: 'traces.search',
      parameters: { ...listed('service', named), ...environments(facts), ...bounds(moment) },
      view: { chart: 'table' },
      score: 0.5,
    };
    const count =
      named.length === 1
        ? serviceFigures(facts, moment, { chart: 'number', measure: 'request_count' }, 0.5)
        : serviceList(facts, moment, { chart: 'bar', measure: 'request_count', order: 'desc' }, 0.5);
    return [traces, count];
  },
};
