import assert from 'node:assert/strict';
import type { ServiceError } from '@svc/service-error';
import { EXTERNAL } from '../testing/external-settings.js';
import { createRule } from '../testing/rules.js';
import { checkDefinition } from './check-definition.js';
import type { ExternalSettings, RuleDefinition, RuleKind } from './definition.js';

const BARE: Partial<RuleDefinition> = { query: null, condition: null, interval: '30s', evalDelay: '0s' };
const JSON_PLACES: NonNullable<ExternalSettings['json']> = {
  alerts: '',
  dedupKey: 'id',
  status: '',
  resolved: [],
  acknowledged: [],
  name: 'title',
  severity: '',
  labels: {},
  annotations: {},
};

/** @returns the field that is refused; '' if none is. */
function check(
  external: Partial<ExternalSettings> | null,
  more: Partial<RuleDefinition> = {},
  kind: RuleKind = 'external',
) {
  const definition = { ...BARE, external: external && { ...EXTERNAL, ...external }, ...more };
  try {
    checkDefinition(kind, createRule(definition, kind).definition);
    return '';
  } catch (error) {
    return (error as ServiceError).details[0]?.path ?? (error as Error).message;
  }
}

describe('a rule for alerts of other products', () => {
  it('has sources, matchers, places in JSON and times of its own', () => {
    const matcher = { labelName: 'team', operator: '=~', value: 'a|b' } as const;
    const cases: [external: Partial<ExternalSettings>, refused: string][] = [
      [{}, ''],
      [{ sources: ['pagerduty', 'opsgenie'] }, ''],
      [{ matchers: [matcher, { ...matcher, labelName: 'severity', operator: '!=', value: 'info' }] }, ''],
      [{ matchers: [{ ...matcher, value: '(' }] }, 'external.matchers[0].value'],
      [{ matchers: [matcher, { ...matcher, operator: '=', value: 'c' }] }, 'external.matchers[1].value'],
      [{ sources: ['json'] }, 'external.json'],
      [{ json: JSON_PLACES }, 'external.json'],
      [{ sources: ['json', 'grafana'], json: JSON_PLACES }, ''],
      [{ sources: ['json'], json: { ...JSON_PLACES, dedupKey: '' } }, 'external.json.dedup_key'],
      [{ sources: ['json'], json: { ...JSON_PLACES, labels: { host: 'a[' } } }, 'external.json.labels.host'],
      [{ resolveAfter: '1m', heartbeat: '7d' }, ''],
      [{ resolveAfter: '59s' }, 'external.resolve_after'],
      [{ heartbeat: '8d' }, 'external.heartbeat'],
      [{ heartbeat: 'soon' }, 'external.heartbeat'],
    ];
    for (const [external, refused] of cases) assert.equal(check(external), refused, JSON.stringify(external));
  });

  it('has nothing that only measurements have', () => {
    const { query, condition } = createRule().definition;
    const cases: [more: Partial<RuleDefinition>, refused: string][] = [
      [{ query }, 'query'],
      [{ condition }, 'condition'],
      [{ match: 'all' }, 'match'],
      [{ groupBy: ['host'] }, 'group_by'],
      [{ window: '10m' }, 'window'],
      [{ evalDelay: '10s' }, 'eval_delay'],
      [{ minSamples: 1 }, 'min_samples'],
      [{ noData: { policy: 'alert', after: '10m' } }, 'no_data'],
      [{ composite: { operator: 'any', ruleIds: ['a', 'b'] } }, 'composite'],
      [{ pattern: 'refused' }, 'pattern'],
      [{ for: '5m', keepFiringFor: '5m', consecutive: 2, labels: { team: 'a' } }, ''],
    ];
    for (const [more, refused] of cases) assert.equal(check({}, more), refused, JSON.stringify(more));
  });

  it('alone has these settings', () => {
    const { query } = createRule().definition;
    assert.equal(check({}, { query }, 'absence'), 'external');
    assert.equal(check(null, { query }, 'absence'), '');
  });
});
