import assert from 'node:assert/strict';
import type { SettingFact } from '../facts/setting-facts.js';
import { investigate, REQUEST } from '../testing/investigate.js';
import { ONSET } from '../testing/shop.js';

const change = (others: Partial<SettingFact> & Pick<SettingFact, 'operation' | 'scope'>): SettingFact => ({
  at: ONSET - 60_000,
  changedBy: 'u1',
  ...others,
});
const RATE = change({ operation: 'settings.config_set', target: 'sampling.rate', scope: 'settings:read' });
const SETTINGS: readonly SettingFact[] = [
  RATE,
  { ...RATE, at: ONSET - 30_000 },
  change({ operation: 'alert_rules.create', target: 'r1', scope: 'alerts:read' }),
  change({ operation: 'projects.update', scope: 'projects:read' }),
];

describe('the engine of investigations, about settings', () => {
  it('names what was changed before the onset, by whom, and with the scope of each', async () => {
    const { evidence } = await investigate({ troubles: { payments: { fails: 0.3 } }, settings: SETTINGS });
    const found = evidence.filter(({ kind }) => kind === 'setting');
    assert.deepEqual(
      found.map(({ title, scopes, link, entities }) => [title, scopes, link, entities[0]?.type]),
      [
        [
          'The configuration entry sampling.rate was changed at 11:59:00 UTC and changed at 11:59:30 UTC',
          ['settings:read'],
          '/api/v1/settings/config',
          'setting',
        ],
        ['The alert rule r1 was created at 11:59:00 UTC', ['alerts:read'], '/api/v1/alerts/rules', 'rule'],
        ['The project was changed at 11:59:00 UTC', ['projects:read'], '/api/v1/projects', 'setting'],
      ],
    );
    assert.ok(found.every(({ rows }) => rows.every((row) => row['changed_by'] === 'u1')));
  });

  it('orders a change of a setting after a service with errors of its own', async () => {
    const { hypotheses, conclusion } = await investigate({
      troubles: { payments: { fails: 0.3 } },
      settings: SETTINGS,
    });
    assert.equal(conclusion.causes[0]?.name, 'payments');
    const places = hypotheses.map(({ cause }) => cause.type);
    assert.ok(places.indexOf('setting') > places.indexOf('service'));
  });

  it('confirms a cause whatever rules and settings were changed long before', async () => {
    const settings = SETTINGS.map((one) => ({ ...one, at: ONSET - 20 * 60_000 }));
    const { conclusion } = await investigate({ troubles: { payments: { fails: 0.3 } }, settings });
    assert.equal(conclusion.level, 'confirmed', conclusion.reason);
  });

  it('has one hypothesis for each thing that was changed, and says what was done with it first and last', async () => {
    const deleted = change({ operation: 'alert_rules.delete', target: 'r1', scope: 'alerts:read', at: ONSET - 10_000 });
    const settings = [...SETTINGS, deleted];
    const { hypotheses, evidence } = await investigate({ troubles: { payments: { fails: 0.3 } }, settings });
    const ids = hypotheses.map(({ id }) => id);
    assert.deepEqual(ids, [...new Set(ids)]);
    const titles = evidence.map(({ title }) => title);
    const expected = 'The alert rule r1 was created at 11:59:00 UTC and deleted at 11:59:50 UTC';
    assert.ok(titles.includes(expected), titles.join('\n'));
  });

  it('is inconclusive if nothing happens but a change of a setting', async () => {
    for (const services of [['web'], []]) {
      const { conclusion } = await investigate({ settings: SETTINGS }, { scope: { ...REQUEST.scope, services } });
      assert.equal(conclusion.level, 'inconclusive', conclusion.text);
    }
  });

  it('says that nothing was changed', async () => {
    const { evidence } = await investigate({});
    assert.deepEqual(
      evidence.filter(({ kind }) => kind === 'setting').map(({ title }) => title),
      ['No alert rule and no setting changed in the half hour before the onset'],
    );
  });
});
