import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { api, ok, type Json } from '../api.js';
import { create, openProject, type Scene } from './flag.js';

const person = (key: string, value: unknown, operator = 'eq') => ({ type: 'person', key, operator, value });

describe('flags: decide', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openProject();
    await create(scene, { key: 'on' });
    await create(scene, { key: 'off', active: false });
    await create(scene, { key: 'pro', filters: { groups: [{ conditions: [person('plan', 'pro')] }] } });
    await create(scene, {
      key: 'button',
      variants: [
        { key: 'red', weight: 50, payload: { size: 5 } },
        { key: 'blue', weight: 50 },
      ],
      filters: { groups: [{ conditions: [person('plan', 'pro')], variant: 'red' }, { conditions: [] }] },
    });
    await create(scene, {
      key: 'company',
      filters: {
        groups: [{ conditions: [{ type: 'group', group_type: 'company', key: 'size', operator: 'gte', value: 10 }] }],
        aggregation: 'company',
      },
    });
  });
  /** A service that has just started may still be making its tables. */
  const readable = () =>
    eventually('what is stored can be read', async () => (await decide({}))['errors_while_computing'] === false);
  const decide = (body: object) => ok('POST', '/decide', { key: scene.key, body: { distinct_id: 'u1', ...body } });

  it('evaluates every flag with a reason', async () => {
    const { flags, ...rest } = (await decide({
      person_properties: { plan: 'pro' },
      evaluation_time: '2026-01-02T03:04:05.678Z',
    })) as object as { flags: Record<string, Json> };
    assert.deepEqual(rest, {
      project_id: scene.project,
      snapshot_version: 5,
      evaluated_at: '2026-01-02T03:04:05.678Z',
      errors_while_computing: false,
      errors: {},
    });
    assert.deepEqual(Object.keys(flags).sort(), ['button', 'company', 'off', 'on', 'pro']);
    const short = Object.fromEntries(
      Object.entries(flags).map(([key, { enabled, reason }]) => [key, [enabled, reason?.['code']]]),
    );
    assert.deepEqual(short, {
      button: [true, 'condition_match'],
      company: [false, 'missing_group'],
      off: [false, 'disabled'],
      on: [true, 'condition_match'],
      pro: [true, 'condition_match'],
    });
    const { reason, ...button } = (flags['button'] ?? {}) as unknown as Record<string, Json>;
    assert.deepEqual(button, { enabled: true, variant: 'red', payload: { size: 5 }, version: 1 });
    assert.equal(reason?.['condition_index'], 0);
    assert.equal(flags['on']?.['variant'], null);
  });

  it('uses stored properties that the request lacks, of which an unknown person has none', async () => {
    await readable();
    const { flags } = await decide({});
    assert.deepEqual([flags?.['pro']?.['enabled'], flags?.['pro']?.['reason']?.['code']], [false, 'no_match']);
  });

  it('evaluates groups by the properties that are sent', async () => {
    const groups = { company: 'acme' };
    for (const [size, enabled] of [
      [10, true],
      [9, false],
    ] as const) {
      const { flags } = await decide({ groups, group_properties: { company: { size } } });
      assert.equal(flags?.['company']?.['enabled'], enabled);
    }
  });

  it('evaluates the flags in flag_keys, and omits an unknown key', async () => {
    const { flags } = await decide({ flag_keys: ['on', 'unknown'], include_reasons: false });
    assert.deepEqual(flags, { on: { enabled: true, variant: null, payload: null, version: 1 } });
  });

  it('explains every condition of a flag', async () => {
    const { flags } = await decide({ flag_keys: ['pro'], explain: true, person_properties: { plan: 'free' } });
    assert.deepEqual(
      [...(flags?.['pro']?.['explanation']?.['groups'] as Json[])],
      [
        {
          rollout_percentage: 100,
          is_in_rollout: true,
          conditions: [{ type: 'person', key: 'plan', operator: 'eq', holds: false, value: 'free' }],
        },
      ],
    );
  });

  it('applies a change of a flag within seconds', async () => {
    const { key } = scene;
    await create(scene, { key: 'switched' });
    for (const active of [false, true, false]) {
      await ok('PATCH', '/flags/switched', { key, body: { active } });
      const changed = Date.now();
      for (;;) {
        const { flags } = await decide({ flag_keys: ['switched'] });
        if (flags?.['switched']?.['enabled'] === active) break;
        assert.ok(Date.now() - changed < 10_000, 'still the old answer after ten seconds');
      }
    }
  });

  const refused: [string, Record<string, unknown>, string][] = [
    ['no distinct id', { distinct_id: undefined }, 'distinct_id'],
    ['an empty one', { distinct_id: '' }, 'distinct_id'],
    ['one of 201 bytes', { distinct_id: 'x'.repeat(201) }, 'distinct_id'],
    ['one with a control character', { distinct_id: 'a\u0007' }, 'distinct_id'],
    ['101 keys', { flag_keys: Array.from({ length: 101 }, (_, index) => `f${index}`) }, 'flag_keys'],
    ['groups that are no texts', { groups: { company: 5 } }, 'groups'],
    ['a group key of 201 bytes', { groups: { company: 'x'.repeat(201) } }, 'groups'],
    ['properties that are no object', { person_properties: [] }, 'person_properties'],
    ['a time that is none', { evaluation_time: 'yesterday' }, 'evaluation_time'],
  ];
  for (const [what, changes, field] of refused) {
    it(`refuses ${what} with 400 naming ${field}`, async () => {
      const answer = await api('POST', '/decide', { key: scene.key, body: { distinct_id: 'u1', ...changes } });
      assert.equal(answer.status, 400, answer.text);
      assert.ok(answer.text.includes(field), answer.text);
    });
  }
});
