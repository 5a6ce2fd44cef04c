import assert from 'node:assert/strict';
import { createRule } from '../testing/rules.js';
import { checkDefinition } from './check-definition.js';
import type { RuleDefinition, RuleKind, RuleQuery } from './definition.js';

const NO_QUERY = { ...createRule().definition.query, signal: '' } as RuleQuery;

function check(kind: RuleKind, query: Partial<RuleQuery>, more: Partial<RuleDefinition> = {}): string {
  const { definition } = createRule({ condition: null, query: { ...NO_QUERY, ...query }, ...more }, kind);
  try {
    checkDefinition(kind, definition);
    return '';
  } catch (error) {
    return (error as Error).message.split(':', 1)[0] ?? '';
  }
}

describe('a rule that follows events', () => {
  const issues: [query: Partial<RuleQuery>, refused: string][] = [
    [{}, ''],
    [{ signal: 'errors', service: ['a'], environment: ['b'] }, ''],
    [{ signal: 'logs' }, 'query.signal'],
    [{ q: 'x' }, 'query.q'],
    [{ level: ['fatal'] }, 'query.level'],
    [{ metricName: 'm' }, 'query.metric_name'],
    [{ event: 'e' }, 'query.event'],
    [{ field: 'f' }, 'query.field'],
    [{ agg: 'count' }, 'query.agg'],
    [{ savedSearchId: 's' }, 'query.saved_search_id'],
  ];
  for (const kind of ['new_issue', 'regression'] as const)
    it(`may select issues only by what their events have: ${kind}`, () => {
      for (const [query, refused] of issues) assert.equal(check(kind, query), refused, JSON.stringify(query));
    });

  it('may select anomalies only by what their detectors distinguish', () => {
    const cases: [query: Partial<RuleQuery>, refused: string][] = [
      [{}, ''],
      [{ service: ['a'] }, ''],
      [{ signal: 'traces', service: ['a'] }, ''],
      [{ signal: 'logs', service: ['a'] }, ''],
      [{ signal: 'events' }, ''],
      [{ signal: 'events', service: ['a'] }, 'query.service'],
      [{ signal: 'metrics' }, 'query.signal'],
      [{ signal: 'errors' }, 'query.signal'],
      [{ environment: ['a'] }, 'query.environment'],
      [{ level: ['error'] }, 'query.level'],
    ];
    for (const [query, refused] of cases) assert.equal(check('anomaly', query), refused, JSON.stringify(query));
  });

  it('must be able to fire within its window', () => {
    const cases: [more: Partial<RuleDefinition>, refused: string][] = [
      [{ for: '4m' }, ''],
      [{ for: '5m' }, 'for'],
      [{ consecutive: 5 }, ''],
      [{ consecutive: 6 }, 'consecutive'],
      [{ minSamples: 1 }, 'min_samples'],
    ];
    for (const [more, refused] of cases) assert.equal(check('new_issue', {}, more), refused, JSON.stringify(more));
    assert.equal(check('anomaly', {}, { for: '1h' }), '');
  });
});
