import assert from 'node:assert/strict';
import type { InhibitionRules } from '../../gen/api.js';
import { compareVersions, describeRule, findFault, newRule, toDrafts, toRule } from './draft.js';
import { findInhibited } from './find-inhibited.js';

const RULES: InhibitionRules = {
  rules: [
    {
      source_matchers: [{ label_name: 'severity', operator: '=', value: 'critical' }],
      target_matchers: [
        { label_name: 'severity', operator: '=~', value: 'warning|info' },
        { label_name: 'team', operator: '!=', value: '' },
      ],
      equal: ['alertname', 'environment'],
    },
  ],
  version: 2,
};
const alert = (id: string, severity: string, state = 'firing', labels: Record<string, string> = {}) => ({
  id,
  severity,
  state,
  labels,
});

describe('Inhibition rules', () => {
  it('are sent as they were read if nothing is changed', () => {
    assert.deepEqual(toDrafts(RULES).map(toRule), RULES.rules);
    assert.equal(findFault(toDrafts(RULES)), undefined);
  });

  it.each([
    [{ source: '' }, 'Rule 1: type the matchers of the alerts that are active.'],
    [{ target: ' \n' }, 'Rule 1: type the matchers of the alerts that stay quiet.'],
    [{ source: 'team' }, 'Rule 1: “team” needs a name, one of = != =~ !~ and a value.'],
    [{ target: 'a=b\n'.repeat(11) }, 'Rule 1 has more than 10 matchers on one side.'],
    [{ equal: 'a,b,c,d,e,f,g,h,i,j,k' }, 'Rule 1 has more than 10 labels in common.'],
  ])('with %j say “%s”', (fields, fault) => {
    assert.equal(findFault([{ ...newRule(), source: 'a=b', target: 'c=d', ...fields }]), fault);
  });

  it('are described in one line, also where two versions differ', () => {
    const [rule] = RULES.rules;
    assert.ok(rule);
    const text =
      'While severity=critical is active: severity=~warning|info, team!= with the same alertname, environment';
    assert.equal(describeRule(rule), text);
    assert.deepEqual(compareVersions({ rules: [] }, RULES), [
      { name: 'Rule 1', before: '–', now: text },
      { name: 'Version', before: 'built-in', now: '2' },
    ]);
  });

  it('keep alerts quiet that have the same values as one that is active', () => {
    const source = alert('s', 'critical', 'acknowledged', { environment: 'production' });
    const same = alert('t1', 'warning', 'firing', { environment: 'production' });
    const other = alert('t2', 'warning', 'firing', { environment: 'staging' });
    const none = alert('t3', 'warning');
    const found = findInhibited({ equal: ['environment'] }, [source], [same, other, none]);
    assert.deepEqual(found, [{ target: same, by: source }]);
    assert.deepEqual(findInhibited({ equal: ['team'] }, [source], [none]), [{ target: none, by: source }]);
  });

  it('take the severity of an alert for its label, and regard neither pending sources nor pending targets', () => {
    const target = alert('t', 'warning');
    assert.deepEqual(findInhibited({ equal: ['severity'] }, [alert('s', 'critical')], [target]), []);
    assert.deepEqual(findInhibited({ equal: [] }, [alert('s', 'critical', 'pending')], [target]), []);
    assert.deepEqual(findInhibited({ equal: [] }, [alert('s', 'critical')], [{ ...target, state: 'pending' }]), []);
  });

  it('do not keep an alert that matches both sides quiet by itself or another one that does', () => {
    const [a, b, source] = [alert('a', 'critical'), alert('b', 'critical'), alert('s', 'critical')];
    assert.deepEqual(findInhibited({ equal: [] }, [a, b], [a, b]), []);
    assert.deepEqual(findInhibited({ equal: [] }, [a, source], [a, b]), [
      { target: a, by: source },
      { target: b, by: a },
    ]);
  });
});
