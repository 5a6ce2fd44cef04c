import assert from 'node:assert/strict';
import type { Labels } from '../silences/matcher.js';
import { CompiledRules, DEFAULT_RULES, type InhibitionRule } from './inhibition-rule.js';

const matcher = (labelName: string, value: string) => ({ labelName, operator: '=~' as const, value });
const rule = (source: string, target: string, equal: readonly string[] = []): InhibitionRule => ({
  sourceMatchers: [matcher('name', source)],
  targetMatchers: [matcher('name', target)],
  equal,
});
const alert = (name: string, labels: Labels = {}, severity = 'warning') => ({ labels: { name, ...labels }, severity });

/** Which of the alerts are inhibited by all of them. */
const inhibited = (rules: readonly InhibitionRule[], alerts: readonly ReturnType<typeof alert>[]): boolean[] => {
  const compiled = new CompiledRules(rules);
  const sources = compiled.newSources();
  for (const one of alerts) sources.add(one);
  const found = alerts.map((one) => sources.inhibit(one));
  for (const [nth, one] of alerts.entries()) assert.ok(!found[nth] || compiled.canInhibit(one));
  return found;
};

describe('inhibition rules', () => {
  it('inhibits targets that share the values of the equal labels with a source', () => {
    const alerts = [alert('down', { cluster: 'a' }), alert('slow', { cluster: 'a' }), alert('slow', { cluster: 'b' })];
    assert.deepEqual(inhibited([rule('down', 'slow', ['cluster'])], alerts), [false, true, false]);
    assert.deepEqual(inhibited([rule('down', 'slow')], alerts), [false, true, true]);
    assert.deepEqual(inhibited([], alerts), [false, false, false]);
  });

  it('treats an absent label as the empty text', () => {
    const alerts = [alert('down'), alert('slow', { cluster: '' }), alert('slow', { cluster: 'a' })];
    assert.deepEqual(inhibited([rule('down', 'slow', ['cluster', 'constructor'])], alerts), [false, true, false]);
  });

  it('never inhibits a source by alerts that are targets too, nor an alert by itself', () => {
    const alerts = [alert('a'), alert('b')];
    assert.deepEqual(inhibited([rule('a|b', 'a|b')], alerts), [false, false]);
    assert.deepEqual(inhibited([rule('a|b', 'b|c')], [...alerts, alert('c')]), [false, true, true]);
    assert.deepEqual(inhibited([rule('a', 'a|c')], [alert('a'), alert('c')]), [false, true]);
  });

  it('matches the severity of an alert as a label, whatever its labels say', () => {
    const alerts = [alert('x', { severity: 'info' }, 'critical'), alert('x', { severity: 'critical' }, 'info')];
    assert.deepEqual(inhibited(DEFAULT_RULES, alerts), [false, true]);
  });
});
