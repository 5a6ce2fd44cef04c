import type { Facts } from '../facts/facts.js';
import { condition, dayBounds, groups, listed, optional, places, search, TIME, type Reader } from './reading.js';

const isOccurrences = (facts: Facts): boolean => facts.has('subject', 'exceptions') || facts.has('name', 'occurrences');

const scoreOf = (facts: Facts): number => {
  if (isOccurrences(facts)) return 1;
  return facts.has('subject', 'errors') ? 0.9 : 0.6;
};

export const occurrences: Reader = {
  subjects: ['exceptions', 'errors'],
  takes: [...TIME, 'and', 'text', 'excludedText', 'excluded', 'attribute', 'person', 'order', 'limit'],
  names: ['service', 'environment', 'error type'],
  read(facts, moment) {
    const types = facts.named('error type');
    const isAsked = types.length > 0 || isOccurrences(facts) || facts.has('subject', 'errors');
    if (!isAsked || types.length > 1 || (facts.order !== undefined && facts.order !== 'newest')) return [];
    const person = facts.all('person').map((id) => condition('distinct_id', id));
    const parameters = {
      ...search(facts, [...types.map((type) => condition('type', type)), ...person]),
      ...places(facts),
      ...dayBounds(moment),
      ...optional('limit', facts.limit),
    };
    return [{ operation: 'errors.search', parameters, view: { chart: 'table' }, score: scoreOf(facts) }];
  },
};

const SORTS: ReadonlyMap<string, string> = new Map([
  ['users', 'users'],
  ['events', 'events'],
  ['newest', 'first_seen'],
]);
const FIGURES = new Set(['users', 'events']);

export const issues: Reader = {
  subjects: ['issues', 'errors', 'exceptions'],
  takes: [...TIME, 'and', 'issueStatus', 'order', 'limit', 'text', 'vague'],
  names: ['service', 'environment', 'error type'],
  read(facts, moment) {
    const { order } = facts;
    const isVague = facts.has('vague');
    const types = facts.named('error type');
    const isOnlyType = types.length === 1 && facts.all('subject').length === 0 && !facts.has('name', 'occurrences');
    const isAsked = facts.has('subject', 'issues') || FIGURES.has(order ?? '') || isOnlyType || isVague;
    const texts = [...facts.all('text'), ...types];
    const isKnown = order === undefined || SORTS.has(order);
    // The time at which an issue was resolved is no filter of the list.
    const isPast = moment.window !== undefined && facts.has('issueStatus', 'resolved');
    if (!isAsked || !isKnown || isPast || texts.length > 1) return [];
    if (
      isVague &&
      (order !== undefined ||
        facts.all('subject').length === 0 ||
        facts.all('vague').some((vague) => vague !== 'top' && vague !== 'worst'))
    )
      return [];
    const sorts = isVague ? ['events', 'users'] : [SORTS.get(order ?? '')];
    return sorts.map((sort) => ({
      operation: 'issues.list',
      parameters: {
        ...listed(
          'status',
          facts.all('issueStatus').flatMap((status) => status.split(',')),
        ),
        ...places(facts),
        ...(moment.window || FIGURES.has(sort ?? '') ? dayBounds(moment) : {}),
        ...optional('q', texts[0]),
        ...optional('sort', sort),
        ...optional('limit', facts.limit),
      },
      view: { chart: 'table' as const },
      score: isOnlyType ? 0.6 : 1,
    }));
  },
};

/** A number of errors can be one of log records, of requests or of occurrences, so that the caller has to choose. */
export const errorCounts: Reader = {
  subjects: ['errors', 'exceptions', 'failures'],
  takes: [...TIME, 'and', 'count', 'group'],
  names: ['service', 'environment'],
  read(facts, moment) {
    const isAsked = facts.has('count', 'count') || facts.has('group') || facts.has('subject', 'failures');
    const isNamed = ['errors', 'exceptions', 'failures'].some((subject) => facts.has('subject', subject));
    if (!isAsked || !isNamed || facts.has('count', 'unique')) return [];
    const [service, ...others] = facts.named('service');
    const asked = groups(facts);
    const environment = listed('environment', facts.named('environment'));
    const window = dayBounds(moment);
    const isOne = service !== undefined && others.length === 0;
    const requests = isOne
      ? { operation: 'services.red', parameters: { service_name: service, ...environment, ...window } }
      : { operation: 'services.list', parameters: { ...environment, ...window } };
    return [
      {
        operation: 'logs.aggregate',
        parameters: { group_by: asked.length > 0 ? asked : ['level'], level: ['error'], ...places(facts), ...window },
        view: { chart: asked.length > 0 ? ('bar' as const) : ('number' as const) },
        score: 0.5,
      },
      {
        ...requests,
        view: {
          chart: isOne ? ('number' as const) : ('bar' as const),
          measure: 'error_count',
          ...(isOne ? {} : { order: 'desc' as const }),
        },
        score: 0.5,
      },
      {
        operation: 'issues.list',
        parameters: { ...places(facts), ...window, sort: 'events' },
        view: { chart: 'table' as const },
        score: 0.5,
      },
    ];
  },
};
