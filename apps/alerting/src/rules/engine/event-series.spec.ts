import assert from 'node:assert/strict';
import type { DomainEvent } from '@svc/relational';
import type { RuleKind, RuleQuery } from '../definition/definition.js';
import { createRule } from '../testing/rules.js';
import { toEventSeries } from './event-series.js';

const NO_QUERY = { ...createRule().definition.query, signal: '' } as RuleQuery;
const SHOP = { service: 'shop', environment: 'production' };
const CART = { service: 'cart', environment: 'staging' };

const event = (type: string, data: DomainEvent['data']): DomainEvent => ({
  type,
  data,
  subject: 'subject-1',
  occurredAt: new Date(0),
  projectId: 'p',
  id: '',
  transaction: 1n,
});
const issue = (type: string) => event(type, { title: 'TypeError: x', ...SHOP, places: [SHOP, CART] });
const EVENTS: Readonly<Record<string, DomainEvent>> = {
  new_issue: issue('issue.new'),
  regression: issue('issue.regressed'),
  anomaly: event('anomaly.opened', {
    title: 'Unusually many calls of shop',
    signal: 'traces',
    service: 'shop',
    labels: {},
  }),
};

const labelsOf = (kind: RuleKind, query: Partial<RuleQuery> | null, what = EVENTS[kind]) =>
  what && toEventSeries(createRule({ query: query && { ...NO_QUERY, ...query } }, kind), what)?.labels;

describe('the series of an event', () => {
  const shop = { service_name: 'shop', environment: 'production' };
  const cart = { service_name: 'cart', environment: 'staging' };
  const cases: [query: Partial<RuleQuery> | null, place: object | undefined][] = [
    [null, shop],
    [{}, shop],
    [{ signal: 'errors' }, shop],
    [{ service: ['shop'] }, shop],
    [{ service: ['other', 'cart'] }, cart],
    [{ service: ['cart', 'shop'] }, shop],
    [{ service: ['other'] }, undefined],
    [{ environment: ['production'] }, shop],
    [{ environment: ['staging'] }, cart],
    [{ environment: ['other'] }, undefined],
    [{ service: ['shop'], environment: ['production'] }, shop],
    [{ service: ['shop'], environment: ['staging'] }, undefined],
  ];
  for (const kind of ['new_issue', 'regression'] as const)
    for (const [query, place] of cases)
      it(`${place ? 'has the place that the rule selects' : 'is absent'} for ${kind} with ${JSON.stringify(query)}`, () => {
        const expected = place && { issue_id: 'subject-1', issue_title: 'TypeError: x', ...place };
        assert.deepEqual(labelsOf(kind, query), expected);
      });

  const anomalies: [query: Partial<RuleQuery> | null, isFollowed: boolean][] = [
    [null, true],
    [{ signal: 'traces' }, true],
    [{ signal: 'logs' }, false],
    [{ service: ['shop'] }, true],
    [{ service: ['cart'] }, false],
    [{ signal: 'traces', service: ['shop'] }, true],
  ];
  for (const [query, isFollowed] of anomalies)
    it(`${isFollowed ? 'is one' : 'is absent'} for an anomaly with ${JSON.stringify(query)}`, () => {
      const expected = { finding_id: 'subject-1', service_name: 'shop', signal: 'traces' };
      assert.deepEqual(labelsOf('anomaly', query), isFollowed ? expected : undefined);
    });

  it('is absent for every kind of rule that follows other events', () => {
    for (const kind of ['threshold', 'absence', 'slo', 'composite', 'pattern'] as const)
      for (const what of Object.values(EVENTS)) assert.equal(labelsOf(kind, null, what), undefined);
    assert.equal(labelsOf('new_issue', null, EVENTS['regression']), undefined);
  });

  it('has no place for an event without one, which only a rule without conditions follows', () => {
    const bare = event('issue.new', { title: 'a\nb' });
    assert.deepEqual(labelsOf('new_issue', null, bare), { issue_id: 'subject-1', issue_title: 'a b' });
    assert.equal(labelsOf('new_issue', { service: ['shop'] }, bare), undefined);
  });

  it('does not quote log records in the title of an anomaly', () => {
    const aboutOf = (labels: Record<string, string>) =>
      toEventSeries(createRule({ query: null }, 'anomaly'), event('anomaly.opened', { title: 'Many', labels }))?.about;
    assert.deepEqual([aboutOf({}), aboutOf({ pattern: 'secret <*>' })], ['Many', undefined]);
  });
});
