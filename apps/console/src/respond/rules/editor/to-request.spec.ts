import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AlertRule } from '../../../gen/api.js';
import { KINDS } from './choices.js';
import { findFault } from './draft-parts.js';
import { EMPTY_RULE, type RuleDraft } from './draft.js';
import { parsePairs } from './pairs.js';
import { readDraft } from './read-draft.js';
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

describe('A draft of a rule', () => {
  it('that changes nothing keeps every field of the rule, also those that the form does not show', () => {
    const body = toRequest(toDraft(RULE), RULE) as unknown as Record<string, unknown>;
    const { query, ...rest } = body;
    for (const [name, value] of Object.entries(rest))
      assert.deepEqual(value, (RULE as unknown as Record<string, unknown>)[name], name);
    assert.deepEqual(query, {
      signal: 'traces',
      q: 'request:yes',
      service: ['web', 'cart'],
      agg: 'p95',
      field: 'duration_ms',
    });
    const unchanged = [
      'enabled',
      'consecutive',
      'keep_firing_for',
      'min_samples',
      'no_data',
      'max_groups',
      'investigate',
    ];
    for (const name of unchanged) assert.ok(name in body, name);
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
