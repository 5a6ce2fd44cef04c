import assert from 'node:assert/strict';
import type { DomainEvent } from '@svc/relational';
import { createRule } from '../testing/rules.js';
import { followPast } from './past-events.js';

const MINUTE = 60_000;
const TIMES = { first: 0, count: 6, stepMs: MINUTE };

const event = (type: string, subject: string, atMs: number, data = {}): DomainEvent => ({
  type,
  subject,
  data,
  occurredAt: new Date(atMs),
  projectId: 'p',
  id: '',
  transaction: 1n,
});

const valuesOf = (...args: Parameters<typeof followPast>) =>
  followPast(...args).series.map(({ labels, figures }) => [
    labels['issue_id'] ?? labels['finding_id'],
    figures.map(({ value }) => value).join(''),
  ]);

describe('events of the past', () => {
  it('counts events from the next evaluation on, for the window of the rule', () => {
    const rule = createRule({ query: null, window: '2m' }, 'new_issue');
    const events = [event('issue.new', 'early', -90_000), event('issue.new', 'later', 1.5 * MINUTE)];
    assert.deepEqual(valuesOf(rule, events, TIMES), [
      ['early', '100000'],
      ['later', '001100'],
    ]);
  });

  it('counts an event once however short the window is, and again if it repeats', () => {
    const rule = createRule({ query: null, window: '10s' }, 'regression');
    const events = [0.2, 0.4, 3.5].map((at) => event('issue.regressed', 'a', at * MINUTE));
    const [series] = followPast(rule, events, TIMES).series;
    assert.deepEqual(
      series?.figures.map(({ samples }) => samples),
      [0, 2, 0, 0, 1, 0],
    );
  });

  it.each<[what: string, events: [opens: boolean, at: number][], seen: string]>([
    ['opened and resolved', [[true, 0.5], [false, 2.5]], '011000'], // prettier-ignore
    ['opened before', [[true, -900]], '111111'],
    ['whose first known event is the resolution', [[false, 3.5]], '111100'],
    ['opened and resolved between two evaluations', [[true, 1.2], [false, 1.8]], '001000'], // prettier-ignore
    ['resolved and opened again', [[true, 0], [false, 1.5], [true, 3.5]], '110011'], // prettier-ignore
  ])('follow an anomaly %s', (_, changes, seen) => {
    const events = changes.map(([opens, at]) => event(opens ? 'anomaly.opened' : 'anomaly.resolved', 'f', at * MINUTE));
    assert.deepEqual(valuesOf(createRule({ query: null }, 'anomaly'), events, TIMES), [['f', seen]]);
  });

  it('selects events by the conditions of the rule, and keeps only the latest series', () => {
    const query = { ...createRule().definition.query, service: ['checkout'] } as never;
    const events = ['a', 'b', 'c'].map((id) =>
      event('issue.new', id, 0, { service: id === 'b' ? 'cart' : 'checkout' }),
    );
    assert.deepEqual(
      valuesOf(createRule({ query }, 'new_issue'), events, TIMES).map(([id]) => id),
      ['a', 'c'],
    );
    const limited = followPast(createRule({ query, maxGroups: 1 }, 'new_issue'), events, TIMES);
    assert.deepEqual([limited.series[0]?.labels['issue_id'], limited.isTruncated], ['c', true]);
  });
});
