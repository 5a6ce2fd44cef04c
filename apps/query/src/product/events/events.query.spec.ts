import { PatternBudget, readFilters } from '@svc/property-filters';
import { sql } from '@svc/reading/statement';
import { checkGolden, testScope } from '@svc/reading/testing';
import { selectAliases } from '../../customers/index.js';
import { behavioralCondition, readBehavioralLeaf } from '../cohorts/index.js';
import { eventConditions, eventField } from './event-fields.js';
import { selectFunnel, selectFunnelValues } from './funnel/funnel.query.js';
import { selectCandidates, selectEvents, selectIdsOfPerson } from './list/list.query.js';
import { selectEventNames } from './names/names.query.js';
import { selectRetention } from './retention/retention.query.js';
import {
  selectEventCounts,
  selectIdCount,
  selectTrends,
  selectTrendValues,
  type TrendCounting,
} from './trends/trends.query.js';
import { selectTriggerers } from './triggerers/triggerers.query.js';

describe('the statements of event queries', () => {
  it('matches the reviewed statements', () => {
    const scope = testScope(7);
    const range = { from: 1_795_200_000_000_000_000n, to: 1_795_203_600_000_000_000n };
    const shared = { scope, range };
    const filters = [
      { field: 'property.price', op: 'gte', value: 10 },
      { field: 'person.plan', op: 'neq', value: 'free' },
      { field: 'group.company', op: 'is_set', value: null },
    ];
    const where = eventConditions(readFilters(filters, 'filters', range.to), 'filters', scope);
    const trend: TrendCounting = {
      ...shared,
      events: ['buy'],
      counted: 'messages',
      where: [],
      breakdown: undefined,
      starts: [range.from, range.from + 1n],
    };
    const page = { ...shared, prefix: 'b', match: undefined, after: 'buy', limit: 51 };
    const step = (name: 'buy' | 'open') => ({
      event: name,
      condition: name === 'buy' ? sql`event = 'buy'` : sql`event = 'open'`,
      isFiltered: false,
    });
    const funnel = { ...shared, steps: [step('open'), step('buy')], window: 5n, where: [], breakdown: undefined };
    const byPlan = eventField('property.plan', 'breakdown');
    const leaf = { event: 'buy', op: 'restarted', window: { last: '7d' }, pause: '30d' };
    const whole = { nth: 0, of: 1 };
    const anyEvent = { event: '', distinctIds: undefined, sessionId: '', q: '' };
    const both = { range, slice: whole, counts: 'both' } as const;
    const second = { range, slice: { nth: 1, of: 3 } };
    const persons: TrendCounting = { ...trend, counted: 'persons', where };
    checkGolden(import.meta.url, {
      'a trend': selectTrends(trend, [], both),
      'a trend of messages within each day': selectTrends({ ...trend, counted: 'messages_by_day' }, [], both),
      'how many events there are': selectEventCounts(trend),
      'how many persons there are': selectIdCount(trend.scope),
      'persons, filtered': selectTrends(persons, [], { ...second, counts: 'buckets' }),
      'persons in total': selectTrends({ ...persons, where: [] }, [], { ...second, counts: 'totals' }),
      'the values of a breakdown': selectTrendValues({ ...trend, breakdown: byPlan }, 10, whole),
      'a trend by a property of the person': selectTrends(
        { ...trend, breakdown: eventField('person.plan', 'breakdown') },
        ['12'],
        both,
      ),
      'the newest events': selectCandidates({ scope, slice: range, filters: anyEvent, after: undefined, limit: 58 }),
      'events after a position, filtered': selectCandidates({
        scope,
        slice: range,
        filters: { event: 'buy', distinctIds: ['ann', 'device'], sessionId: 's', q: 'blue price:>10' },
        after: { value: range.to, id: 'ab'.repeat(16) },
        limit: 58,
      }),
      'the events of a page': selectEvents(scope, ['18446744073709551615', '2'], range, { ...anyEvent, event: 'buy' }),
      'the distinct IDs of a person': selectIdsOfPerson(scope, 'ann'),
      names: selectEventNames(page),
      'names by a property': selectEventNames({ ...page, match: sql`1` }),
      triggerers: selectTriggerers({ ...shared, event: 'buy', match: undefined, after: 'ann', limit: 51 }),
      'aliases of triggerers': selectAliases(scope, ['ann']),
      'a funnel': selectFunnel(funnel, []),
      'the values of a funnel': selectFunnelValues({ ...funnel, breakdown: byPlan }, 10),
      retention: selectRetention({
        ...shared,
        start: step('open'),
        returning: step('buy'),
        where: [],
        starts: [range.from],
      }),
      'who came back to an event': behavioralCondition(
        readBehavioralLeaf(leaf, 'leaf', range.to, new PatternBudget()),
        range.to,
        scope,
      ),
    });
  });
});
