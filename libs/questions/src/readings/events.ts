import type { Facts } from '../facts/facts.js';
import type { JsonObject } from '../query/typed-query.js';
import { DAY, toText } from '../time/window.js';
import { groups, optional, TIME, windowOf, type Draft, type Moment, type Reader } from './reading.js';

const WEEK = 7 * DAY;
const MAX_EVENTS = 10;
const INTERVALS: ReadonlyMap<string, string> = new Map([
  ['1h', 'hour'],
  ['1d', 'day'],
  ['1w', 'week'],
  ['1M', 'month'],
]);

function timeRange(moment: Moment): JsonObject {
  const { from, to } = windowOf(moment, WEEK);
  return { start: toText(from), end: toText(to) };
}

/** Services and environments as filters of events. */
function filters(facts: Facts): JsonObject {
  const of = (field: string, values: readonly string[]) =>
    values.length === 0 ? [] : [{ field, op: 'in', value: values }];
  const all = [...of('service_name', facts.named('service')), ...of('environment', facts.named('environment'))];
  return all.length > 0 ? { filters: all } : {};
}

const seriesInterval = (moment: Moment): string => {
  const { from, to } = windowOf(moment, WEEK);
  if (to - from <= 2 * DAY) return 'hour';
  return to - from <= 90 * DAY ? 'day' : 'week';
};

function intervalOf(facts: Facts, moment: Moment): string | undefined {
  const asked = facts.one('interval');
  if (asked !== undefined) return INTERVALS.get(asked);
  return facts.has('series') ? seriesInterval(moment) : 'total';
}

export const trends: Reader = {
  subjects: ['events'],
  takes: [...TIME, 'and', 'count', 'interval', 'series', 'group'],
  names: ['event', 'service', 'environment'],
  read(facts, moment): readonly Draft[] {
    const events = facts.named('event');
    const [breakdown, ...others] = groups(facts, 'service_name');
    const interval = intervalOf(facts, moment);
    const isPlace = breakdown === undefined || ['service_name', 'environment', 'release'].includes(breakdown);
    if (events.length === 0 || events.length > MAX_EVENTS || interval === undefined || others.length > 0 || !isPlace)
      return [];
    const isExplicit = (['count', 'interval', 'series', 'group'] as const).some((kind) => facts.has(kind));
    const isCalendar = interval !== 'total' && interval !== 'hour' && moment.zone !== 'UTC';
    const parameters = {
      events,
      time_range: timeRange(moment),
      interval,
      measure: facts.has('count', 'unique') ? 'unique_persons' : 'count',
      ...optional('breakdown', breakdown),
      ...filters(facts),
      ...(isCalendar ? { timezone: moment.zone } : {}),
    };
    const isOne = events.length === 1 && breakdown === undefined;
    const chart = interval !== 'total' ? 'line' : isOne ? 'number' : 'bar';
    const draft: Draft = { operation: 'events.trends', parameters, view: { chart }, score: isExplicit ? 1 : 0.5 };
    return isExplicit ? [draft] : [draft, ...triggerersOf(events, moment, 0.5)];
  },
};

function triggerersOf(events: readonly string[], moment: Moment, score: number, limit?: number): readonly Draft[] {
  const [event, ...others] = events;
  if (event === undefined || others.length > 0) return [];
  const { from, to } = windowOf(moment, WEEK);
  const parameters = { event, since: toText(from), until: toText(to), ...optional('limit', limit) };
  return [{ operation: 'events.triggerers', parameters, view: { chart: 'table' }, score }];
}

export const triggerers: Reader = {
  subjects: ['events'],
  takes: [...TIME, 'who', 'limit'],
  names: ['event'],
  read: (facts, moment) => (facts.has('who') ? triggerersOf(facts.named('event'), moment, 1, facts.limit) : []),
};

export const funnel: Reader = {
  subjects: ['funnel', 'events'],
  takes: [...TIME, 'to', 'and'],
  names: ['event', 'service', 'environment'],
  read(facts, moment) {
    const steps = facts.names.filter(({ kind }) => kind === 'event').map(({ name }) => ({ event: name }));
    const firstEvent = facts.items.findIndex(({ kind }) => kind === 'name');
    const firstTo = facts.items.findIndex(({ kind }) => kind === 'to');
    // `to B from A` names the last step first.
    const isBackwards = firstTo >= 0 && firstTo < firstEvent;
    if (!facts.has('subject', 'funnel') || isBackwards || steps.length < 2 || steps.length > MAX_EVENTS) return [];
    const parameters = { steps, time_range: timeRange(moment), ...filters(facts) };
    return [{ operation: 'events.funnel', parameters, view: { chart: 'bar' }, score: 1 }];
  },
};

export const eventNames: Reader = {
  subjects: ['events'],
  takes: [],
  names: [],
  read: (facts) =>
    facts.has('subject', 'events')
      ? [{ operation: 'events.names', parameters: {}, view: { chart: 'table' }, score: 1 }]
      : [],
};

export const persons: Reader = {
  subjects: ['persons'],
  takes: ['person', 'find', 'limit'],
  names: [],
  read(facts) {
    const search = facts.one('person');
    if (search === undefined) return [];
    const parameters = { search, ...optional('limit', facts.limit) };
    return [{ operation: 'persons.search', parameters, view: { chart: 'table' }, score: 1 }];
  },
};
