import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { api, makeKey, ok } from '../api.js';
import { capture } from '../persons/capture.js';
import { create, openProject, type Scene } from './flag.js';

interface Decision {
  readonly enabled: boolean;
  readonly hash?: number;
  readonly reason: { readonly code: string; readonly description: string };
  readonly explanation: { readonly groups: readonly { readonly conditions: readonly Condition[] }[] };
}
interface Condition {
  readonly value: unknown;
  readonly holds: boolean;
}
interface Preview {
  readonly values: { enabled: boolean; variant: string | null; persons: number }[];
  readonly persons: { distinct_id: string; decision: Decision }[];
  readonly notes: string[];
}

const PLANS = ['pro', 'free', 'pro', 'free', 'free'];
const PERSONS = PLANS.map((_, nth) => `person-${nth}`);

describe('the preview of a flag that is not saved', () => {
  let scene: Scene;
  let key: string;
  beforeAll(async () => {
    scene = await openProject();
    key = (await makeKey(['flags:read', 'flags:write', 'flags:evaluate', 'persons:read'], scene.project)).secret;
    const sender = await makeKey(['analytics:write', 'telemetry:write'], scene.project);
    const events = PLANS.map((plan, nth) => ({ event: 'seen', distinct_id: PERSONS[nth] ?? '', set: { plan } }));
    await capture(events, sender.secret);
    await create(scene, { key: 'base', filters: { groups: [{ conditions: [isPro] }] } });
    await eventually('all persons with their plans', async () => {
      const { persons } = await preview({ key: 'x', filters: { groups: [{ conditions: [isPro] }] } });
      return persons.length === PLANS.length && persons.filter(({ decision }) => decision.enabled).length === 2;
    });
  });

  const isPro = { type: 'person', key: 'plan', operator: 'eq', value: 'pro' };
  const preview = async (body: object) => (await ok('POST', '/flags/preview', { key, body })) as unknown as Preview;
  const refused = async (body: object, path: string) => {
    const answer = await api('POST', '/flags/preview', { key, body });
    const [detail] = answer.json['details'] as unknown as { path: string }[];
    assert.deepEqual([answer.status, detail?.path], [400, path], answer.text);
  };

  it('decides for each person as the flag would once it is saved, and stores nothing', async () => {
    const flag = {
      key: 'colour',
      variants: [
        { key: 'red', weight: 50 },
        { key: 'blue', weight: 50, payload: { hex: '#00f' } },
      ],
      filters: { groups: [{ conditions: [isPro] }, { conditions: [], rollout_percentage: 50 }] },
    };
    const { persons, values } = await preview({ ...flag, distinct_ids: PERSONS });
    assert.equal((await api('GET', '/flags/colour', { key })).status, 404);
    await create({ ...scene, key }, flag);
    for (const { distinct_id, decision } of persons) {
      const { flags } = await ok('POST', '/decide', {
        key,
        body: { distinct_id, explain: true, flag_keys: ['colour'] },
      });
      const { explanation, ...saved } = (flags as unknown as Record<string, Decision>)['colour'] as Decision;
      assert.ok(explanation);
      assert.deepEqual(decision, saved);
    }
    assert.deepEqual(
      persons.map(({ distinct_id }) => distinct_id),
      PERSONS,
    );
    assert.equal(
      values.reduce((sum, { persons: count }) => sum + count, 0),
      PERSONS.length,
    );
  });

  it('says of each condition what it saw, and what the sample does not show', async () => {
    const on = { type: 'flag', key: 'base', operator: 'eq', value: true };
    const explained = await preview({ key: 'next', filters: { groups: [{ conditions: [isPro, on] }] }, explain: true });
    for (const { distinct_id, decision } of explained.persons) {
      const plan = PLANS[PERSONS.indexOf(distinct_id)];
      const [first, second] = decision.explanation.groups[0]?.conditions ?? [];
      assert.deepEqual([first?.value, first?.holds, second?.holds], [plan, plan === 'pro', plan === 'pro']);
      assert.equal(typeof decision.reason.description, 'string');
    }
    const nobody = { ...isPro, value: 'gold' };
    const { notes } = await preview({ key: 'next', filters: { groups: [{ conditions: [nobody] }] } });
    assert.deepEqual(notes, ['Nobody in the sample gets the flag.']);
    const inactive = await preview({ key: 'next', active: false });
    assert.deepEqual(inactive.notes, ['The flag is inactive, so it is off for everyone.']);
    assert.deepEqual(inactive.values, [{ enabled: false, variant: null, persons: PERSONS.length }]);
    const empty = await openProject();
    const stranger = await makeKey(['flags:read', 'persons:read'], empty.project);
    const none = await ok('POST', '/flags/preview', { key: stranger.secret, body: { key: 'next' } });
    assert.deepEqual(
      [none['persons'], none['notes']],
      [[], ['The project has no persons yet, so nobody is evaluated.']],
    );
  });

  it('evaluates a flag of groups for the groups that are named', async () => {
    const flag = { key: 'team', filters: { aggregation: 'company', groups: [{ conditions: [] }] }, sample_limit: 1 };
    const without = await preview(flag);
    assert.equal(without.persons[0]?.decision.reason.code, 'missing_group');
    const within = await preview({ ...flag, groups: { company: 'acme' } });
    assert.equal(within.persons[0]?.decision.enabled, true);
  });

  it('refuses a definition that could not be saved, and a caller who may not read persons', async () => {
    await refused(
      { key: 'x', filters: { groups: [{ conditions: [{ ...isPro, operator: 'like' }] }] } },
      'filters.groups[0].conditions[0].operator',
    );
    const missing = { type: 'flag', key: 'absent', operator: 'eq', value: true };
    await refused(
      { key: 'x', filters: { groups: [{ conditions: [missing] }] } },
      'filters.groups[0].conditions[0].key',
    );
    await refused({ key: 'x', sample_limit: 101 }, 'sample_limit');
    const many = Array.from({ length: 50 }, () => ({ conditions: Array.from({ length: 5 }, () => isPro) }));
    await refused({ key: 'x', filters: { groups: many }, explain: true }, 'explain');
    const answer = await api('POST', '/flags/preview', { key: scene.key, body: { key: 'x' } });
    assert.deepEqual([answer.status, answer.json['error']], [403, 'permission_denied']);
  });
});
