import assert from 'node:assert/strict';
import { api, ok, type Json } from '../api.js';
import { body, create, newKey, openProject, openScene, type Scene } from './flag.js';

const SENTINEL = 'Do-Not-Echo-77aa';

describe('the lifecycle of flags', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene();
  });

  it('creates a flag with 201, version 1 and everything that was sent', async () => {
    const { key, project } = scene;
    const sent = body({
      active: false,
      variants: [
        { key: 'red', weight: 33.33, payload: { text: 'Buy', sizes: [1, null] } },
        { key: 'blue', weight: 66.67, payload: null },
      ],
      filters: {
        groups: [
          {
            conditions: [{ type: 'person', key: 'plan', operator: 'in', value: ['pro', 5, true] }],
            rollout_percentage: 12.5,
            variant: 'red',
          },
        ],
        bucketing: 'sha1_60',
        holdout: { key: 'everybody', percentage: 5 },
      },
      default_variant: 'blue',
      tags: ['web'],
    });
    const answer = await api('POST', '/flags', { key, body: sent });
    assert.equal(answer.status, 201, answer.text);
    const { created_at, updated_at, created_by, ...made } = answer.json as object as Record<string, unknown>;
    assert.deepEqual(made, { ...sent, project_id: project, type: 'multivariate', version: 1, requires: [] });
    assert.equal(created_at, updated_at);
    assert.equal(typeof created_by, 'string');
    assert.deepEqual(await ok('GET', `/flags/${sent['key'] as string}`, { key }), answer.json);
  });

  it('updates only the given fields of a flag, and increments its version', async () => {
    const { key } = scene;
    const made = await create(scene);
    const flagKey = made['key'] as string;
    const updated = await ok('PATCH', `/flags/${flagKey}`, { key, body: { active: false } });
    const changes = { active: false, version: 2, updated_at: updated['updated_at'] };
    assert.deepEqual(updated, { ...(made as object), ...changes });
    const renamed = await ok('PATCH', `/flags/${flagKey}`, { key, body: { name: '', expected_version: 2 } });
    assert.deepEqual([renamed['name'], renamed['active'], renamed['version']], ['', false, 3]);
  });

  it('deletes a flag with 204 without a body', async () => {
    const { key } = scene;
    const flagKey = (await create(scene))['key'] as string;
    const answer = await api('DELETE', `/flags/${flagKey}`, { key });
    assert.deepEqual([answer.status, answer.text], [204, '']);
    assert.equal((await api('GET', `/flags/${flagKey}`, { key })).status, 404);
  });

  it('lists every flag by key, and ignores limit and cursor', async () => {
    const project = await openProject();
    for (const name of ['b', 'a', 'C']) await create(project, { key: name });
    const listed = await ok('GET', '/flags?limit=1&cursor=x', { key: project.key });
    assert.deepEqual(
      [...(listed['flags'] as Json[])].map(({ key }) => key as string),
      ['C', 'a', 'b'],
    );
  });

  it('returns the same 404 for an unknown flag and a flag of another project', async () => {
    const other = await openProject();
    const flagKey = (await create(scene))['key'] as string;
    const attempts = [
      api('GET', `/flags/${flagKey}`, { key: other.key }),
      api('PATCH', `/flags/${flagKey}`, { key: other.key, body: { active: false } }),
      api('DELETE', `/flags/${flagKey}`, { key: other.key }),
      api('GET', `/flags/${newKey()}`, { key: other.key }),
    ];
    const answers = await Promise.all(attempts);
    for (const { status } of answers) assert.equal(status, 404);
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  });

  it('changes nothing on a conflict: a taken key, a stale version, a flag that another one refers to', async () => {
    const { key } = scene;
    const made = await create(scene);
    const flagKey = made['key'] as string;
    const taken = await api('POST', '/flags', { key, body: body({ key: flagKey }) });
    assert.deepEqual([taken.status, taken.json['error']], [409, 'already_exists']);
    const stale = await api('PATCH', `/flags/${flagKey}`, { key, body: { active: false, expected_version: 2 } });
    assert.deepEqual([stale.status, stale.json['error']], [409, 'version_conflict']);
    const conditions = [{ type: 'flag', key: flagKey, operator: 'eq', value: true }];
    await create(scene, { filters: { groups: [{ conditions }] } });
    const used = await api('DELETE', `/flags/${flagKey}`, { key });
    assert.deepEqual([used.status, used.json['error']], [409, 'state_conflict']);
    assert.deepEqual(await ok('GET', `/flags/${flagKey}`, { key }), made);
  });

  it('creates a key once for ten concurrent requests', async () => {
    const { key } = scene;
    const request = body();
    const answers = await Promise.all(Array.from({ length: 10 }, () => api('POST', '/flags', { key, body: request })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array<number>(9).fill(409)]);
  });

  const group = (changes: object) => ({ filters: { groups: [{ conditions: [], ...changes }] } });
  const condition = (changes: object) =>
    group({ conditions: [{ type: 'person', key: 'p', operator: 'eq', value: 'x', ...changes }] });
  const AT = 'filters.groups[0].conditions[0]';
  const refused: [string, Record<string, unknown>, string][] = [
    ['no key', { key: undefined }, 'key'],
    ['a key with a blank', { key: `${SENTINEL} x` }, 'key'],
    ['the key of the snapshot', { key: 'local-evaluation' }, 'key'],
    ['an unknown field', { [SENTINEL]: 1 }, SENTINEL],
    ['weights of 99', { variants: [{ key: 'a', weight: 99 }] }, 'variants'],
    [
      'a weight of three decimals',
      {
        variants: [
          { key: 'a', weight: 33.333 },
          { key: 'b', weight: 66.667 },
        ],
      },
      'variants[0].weight',
    ],
    ['a rollout of 101', group({ rollout_percentage: 101 }), 'filters.groups[0].rollout_percentage'],
    ['an unknown operator', condition({ operator: SENTINEL }), `${AT}.operator`],
    ['a pattern with look-around', condition({ operator: 'regex', value: `(?=${SENTINEL})` }), `${AT}.value`],
    ['an unknown flag', condition({ type: 'flag', key: SENTINEL, value: true }), `${AT}.key`],
    ['an unknown cohort', condition({ type: 'cohort', key: SENTINEL, operator: 'in', value: undefined }), `${AT}.key`],
  ];
  for (const [what, changes, field] of refused) {
    it(`refuses ${what} with 400, naming the field and repeating nothing`, async () => {
      const answer = await api('POST', '/flags', { key: scene.key, body: body(changes) });
      assert.equal(answer.status, 400, answer.text);
      assert.ok(answer.text.includes(field), answer.text);
      assert.ok(field === SENTINEL || !answer.text.includes(SENTINEL), answer.text);
    });
  }

  it('refuses to close a cycle of flags', async () => {
    const { key } = scene;
    const asks = (flag: string) => ({
      groups: [{ conditions: [{ type: 'flag', key: flag, operator: 'eq', value: true }] }],
    });
    const first = (await create(scene))['key'] as string;
    const second = (await create(scene, { filters: asks(first) }))['key'] as string;
    const answer = await api('PATCH', `/flags/${first}`, { key, body: { filters: asks(second) } });
    assert.equal(answer.status, 400);
    assert.ok(answer.text.includes(`${AT}.key`));
  });
});
