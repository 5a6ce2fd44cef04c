import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AlertRule, AlertRuleQuery } from '../../../gen/api.js';
import { KINDS } from './choices.js';
import { findFault } from './draft-parts.js';
import { EMPTY_RULE, type RuleDraft } from './draft.js';
import { parsePairs } from './pairs.js';
import { readDraft } from './read-draft.js';
import { toBody } from './to-body.js';
import { toDraft } from './to-draft.js';
import { toRequest } from './to-request.js';

const RULE: AlertRule = {
  id: 'r1',
  project_id: 'p1',
  name: 'Checkout fails',
  enabled: false,
  severity: 'critical',
  kind: 'threshold',
  query: {
    signal: 'traces',
    q: 'request:yes',
    service: ['web', 'cart'],
    environment: [],
    level: [],
    metric_name: '',
    event: '',
    field: 'duration_ms',
    agg: 'p95',
    saved_search_id: '',
  },
  group_by: ['service'],
  window: '10m',
  interval: '1m',
  eval_delay: '30s',
  condition: { op: 'gt', threshold: 0.01, recovery_threshold: 0.005 },
  match: '',
  consecutive: 3,
  for: '2m',
  keep_firing_for: '5m',
  min_samples: 10,
  no_data: { policy: 'alert', after: '10m' },
  labels: { team: 'payments', tier: 'a=b' },
  annotations: { runbook_url: 'https://example.com/r?a=b' },
  notify: {
    channels: ['c1'],
    escalation_policy_id: 'e1',
    group_by: ['alertname'],
    group_wait: '10s',
    group_interval: '5m',
    repeat_interval: '4h',
  },
  incident: { auto_create: true, severity: 2 },
  max_groups: 50,
  version: 4,
  created_by: 'u1',
  warnings: [],
  investigate: true,
};

const NO_QUERY: AlertRuleQuery = {
  signal: 'logs',
  q: '',
  service: [],
  environment: [],
  level: [],
  metric_name: '',
  event: '',
  field: '',
  saved_search_id: '',
};

/** A selection whose signal comes from elsewhere. */
function omitSignal({ signal: _, ...rest }: AlertRuleQuery): AlertRuleQuery {
  return rest;
}

/** A value without fields that are empty, which the service reads as absent. */
function withoutEmpty(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const parts = Object.entries(value).map(([name, part]) => [name, withoutEmpty(part)] as const);
  return Object.fromEntries(parts.filter(([, part]) => part !== undefined && part !== '' && !isEmptyList(part)));
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

describe('A draft of a rule', () => {
  const SELECTED = { ...NO_QUERY, signal: 'logs', q: 'a', level: ['info'] };
  const WITHOUT_CONDITION = { condition: undefined };
  it.each<readonly [string, Partial<AlertRule>]>([
    ['threshold', {}],
    ['threshold of a saved search', { query: { ...omitSignal(SELECTED), saved_search_id: 's1' } }],
    ['threshold of a saved metric', { query: { ...omitSignal(NO_QUERY), metric_name: 'm', saved_search_id: 's1' } }],
    [
      'threshold whose condition has the reducer',
      {
        query: { ...NO_QUERY, signal: 'metrics', metric_name: 'm' },
        condition: { op: 'lt', threshold: 1, reducer: 'p95' },
      },
    ],
    ['threshold of metrics with a query', { query: { ...NO_QUERY, signal: 'metrics', metric_name: 'm', q: 'a' } }],
    [
      'absence of an event',
      { kind: 'absence', query: { ...NO_QUERY, signal: 'events', event: 'paid' }, ...WITHOUT_CONDITION },
    ],
    ['pattern', { kind: 'pattern', pattern: 'a <*>', query: SELECTED }],
    [
      'pattern of a saved search',
      { kind: 'pattern', pattern: 'a', query: { ...omitSignal(NO_QUERY), saved_search_id: 's1' } },
    ],
    [
      'new_issue',
      { kind: 'new_issue', query: { ...NO_QUERY, signal: 'errors', service: ['web'] }, ...WITHOUT_CONDITION },
    ],
    ['regression', { kind: 'regression', query: omitSignal(NO_QUERY), ...WITHOUT_CONDITION }],
    [
      'anomaly of any signal',
      { kind: 'anomaly', query: { ...omitSignal(NO_QUERY), service: ['web'] }, ...WITHOUT_CONDITION },
    ],
    [
      'slo',
      {
        kind: 'slo',
        query: SELECTED,
        slo: { objective: 0.999, good: { ...omitSignal(NO_QUERY), level: ['info'] } },
        ...WITHOUT_CONDITION,
      },
    ],
    [
      'composite',
      {
        kind: 'composite',
        query: undefined,
        composite: { operator: 'any', rule_ids: ['a', 'b'] },
        ...WITHOUT_CONDITION,
      },
    ],
    [
      'external',
      {
        kind: 'external',
        query: undefined,
        external: { sources: ['grafana'], matchers: [], resolve_after: '', heartbeat: '5m' },
        ...WITHOUT_CONDITION,
      },
    ],
  ] as readonly (readonly [string, Partial<AlertRule>])[])(
    'that changes nothing keeps every field of the rule, also those that the form does not show: %s',
    (_, fields) => {
      const rule: AlertRule = { ...RULE, ...fields };
      assert.equal(findFault(toDraft(rule), rule), undefined);
      assert.deepEqual(withoutEmpty(toRequest(toDraft(rule), rule)), withoutEmpty(toBody(rule)));
    },
  );

  it.each<readonly [string, Partial<RuleDraft>, object]>([
    [
      'a pattern after traces',
      { kind: 'pattern', signal: 'traces', level: 'error' },
      { signal: 'logs', level: ['error'] },
    ],
    ['a pattern after a metric', { kind: 'pattern', signal: 'metrics', metric: 'm' }, { signal: 'logs' }],
    ['a count after a percentile', { agg: 'count', field: 'duration_ms' }, { signal: 'logs', agg: 'count' }],
    [
      'a metric after a query',
      { signal: 'metrics', q: 'a', metric: 'm', agg: 'avg', field: 'x' },
      { signal: 'metrics', metric_name: 'm', agg: 'avg' },
    ],
    ['an absence of spans after levels', { kind: 'absence', signal: 'traces', level: 'error' }, { signal: 'traces' }],
    ['anomalies after environments', { kind: 'anomaly', environment: 'prod', q: 'a' }, { signal: 'logs' }],
  ])('sends no field that the form hides: %s', (_, fields, query) => {
    assert.deepEqual(toRequest({ ...EMPTY_RULE, name: 'a', ...fields }).query, query);
  });

  it('leaves the hidden fields of another signal or figure behind', () => {
    const draft = toDraft(RULE);
    assert.equal(toRequest({ ...draft, agg: 'count' }, RULE).query?.field, undefined);
    const metric: AlertRule = { ...RULE, query: { ...NO_QUERY, signal: 'metrics', metric_name: 'm', q: 'a' } };
    assert.deepEqual(withoutEmpty(toRequest({ ...toDraft(metric), signal: 'logs', q: '' }, metric).query), {
      signal: 'logs',
      agg: 'avg',
    });
  });

  it('sends only what its kind has', () => {
    const of = (kind: RuleDraft['kind'], more: Partial<RuleDraft> = {}) =>
      Object.keys(toRequest({ ...EMPTY_RULE, name: 'a', kind, ...more })).filter((name) =>
        ['query', 'condition', 'window', 'slo', 'composite', 'pattern', 'group_by'].includes(name),
      );
    assert.deepEqual(of('threshold'), ['query', 'window', 'group_by', 'condition']);
    assert.deepEqual(of('absence'), ['query', 'window', 'group_by']);
    assert.deepEqual(of('pattern'), ['query', 'window', 'group_by', 'condition', 'pattern']);
    assert.deepEqual(of('new_issue'), ['query', 'window']);
    assert.deepEqual(of('anomaly'), ['query']);
    assert.deepEqual(of('slo'), ['query', 'group_by', 'slo']);
    assert.deepEqual(of('composite'), ['group_by', 'composite']);
    assert.deepEqual(toRequest({ ...EMPTY_RULE, kind: 'slo', objective: '99.95' }).slo?.objective, 0.9995);
  });

  it.each([
    [{ name: ' ' }, 'Type a name.'],
    [{ threshold: 'ten' }, 'The threshold has to be a number.'],
    [{ op: 'between' }, 'The upper bound has to be a number.'],
    [{ kind: 'pattern' }, 'Type the pattern.'],
    [{ kind: 'slo' }, 'Type the query of good events.'],
    [{ kind: 'composite', ruleIds: ['a'] }, 'Choose at least two rules.'],
    [{ signal: 'metrics' }, 'Type the metric.'],
    [{ signal: '' }, 'Choose a signal.'],
    [{ signal: '', savedSearch: 's1' }, undefined],
    [{ signal: '', kind: 'anomaly' }, undefined],
    [{}, undefined],
  ] as readonly [Partial<RuleDraft>, string | undefined][])('says what is missing: %j', (fields, fault) => {
    assert.equal(findFault({ ...EMPTY_RULE, name: 'a', ...fields }), fault);
  });

  it('is read from any text of an address', () => {
    assert.deepEqual(readDraft('{"signal":"traces","q":"a","kind":"no","ruleIds":"x","more":1}'), {
      ...EMPTY_RULE,
      signal: 'traces',
      q: 'a',
    });
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (source) => {
        const draft = readDraft(source);
        assert.ok(KINDS.some(([kind]) => kind === draft.kind));
        assert.ok(Array.isArray(draft.channels));
      }),
    );
  });

  it('has values with an equals sign', () => {
    assert.deepEqual(parsePairs('team = payments\n\nurl=https://a/?b=c'), { team: 'payments', url: 'https://a/?b=c' });
  });
});
