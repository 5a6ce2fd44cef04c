import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually } from '@svc/testing';
import { api, makeKey, ok, type Json } from '../api.js';
import { theService } from '../topology.js';

const SCOPES = ['cohorts:read', 'cohorts:write', 'analytics:write', 'flags:read', 'flags:write', 'flags:evaluate'];
const and = (...conditions: object[]) => ({ operator: 'and', conditions });
const or = (...conditions: object[]) => ({ operator: 'or', conditions });
const plan = (value: string) => ({ type: 'property', key: 'plan', op: 'eq', value });
const bought = { type: 'event', event: 'buy', op: 'performed', count: { op: 'gte', value: 2 }, window: { last: '7d' } };

interface Scene {
  readonly project: string;
  readonly key: string;
}

async function openProject(): Promise<Scene> {
  const slug = `cohorts-${randomUUID().slice(0, 8)}`;
  const { id } = await ok('POST', '/projects', { body: { name: slug, slug } });
  return { project: id, key: (await makeKey(SCOPES, id)).secret };
}

async function capture({ key }: Scene, events: readonly object[]): Promise<void> {
  const answer = await fetch(`${theService().ingestUrl}/api/v1/capture`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-svc-api-key': key },
    body: JSON.stringify({ events }),
  });
  assert.equal(answer.status, 200, await answer.text());
}

describe('cohorts', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openProject();
    const buy = (id: string, set?: object) => ({ event: 'buy', distinct_id: id, ...(set && { set }) });
    await capture(scene, [
      buy('ann', { plan: 'pro' }),
      buy('ann'),
      buy('bob', { plan: 'pro' }),
      buy('cyd', { plan: 'free' }),
      buy('cyd'),
    ]);
    await eventually('the persons', async () => {
      const { count } = await preview({
        kind: 'behavioral',
        definition: and({ ...bought, count: { op: 'gte', value: 1 } }),
      });
      if (count !== 3) return false;
      // Their events and their properties are in two tables.
      const planned = await preview({ kind: 'property', definition: or(plan('pro'), plan('free')) });
      return planned['count'] === 3;
    });
  });

  const preview = (body: object) => ok('POST', '/analytics/cohorts/preview', { key: scene.key, body });
  const create = (body: object) =>
    ok('POST', '/analytics/cohorts', { key: scene.key, body: { name: 'A cohort', ...body } });
  const get = (path: string) => ok('GET', `/analytics/cohorts/${path}`, { key: scene.key });
  const getIds = (answer: Json, list = 'members') =>
    [...(answer[list] as Json[])].map(({ distinct_id: id }) => id as string);
  const ready = (id: string, generation = 1) =>
    eventually(`generation ${generation}`, async () => {
      const cohort = await get(id);
      return (cohort['generation'] as number) >= generation && cohort;
    });

  it('previews the number and a sample of the members', async () => {
    const { count, sample } = await preview({ kind: 'property', definition: and(plan('pro')), sample_limit: 1 });
    assert.equal(count, 2);
    assert.deepEqual(
      [...(sample as Json[])].map(({ distinct_id: id }) => id as string),
      ['ann'],
    );
    const both = await preview({ kind: 'behavioral', definition: and(plan('pro'), bought) });
    assert.deepEqual(getIds(both, 'sample'), ['ann']);
    const not = { type: 'property', key: 'plan', op: 'neq', value: 'pro' };
    assert.deepEqual(getIds(await preview({ kind: 'property', definition: or(and(not), and(not)) }), 'sample'), [
      'cyd',
    ]);
  });

  it('builds a property cohort, and another generation on refresh', async () => {
    const made = await create({ kind: 'property', definition: and(plan('pro')) });
    assert.equal(made['latest_build']?.['generation'], 1);
    const id = made['id'] as string;
    assert.equal((await ready(id))['count'], 2);
    assert.deepEqual(getIds(await get(`${id}/members`)), ['ann', 'bob']);
    const answer = await api('POST', `/analytics/cohorts/${id}/refresh`, { key: scene.key, body: {} });
    assert.equal(answer.status, 202, answer.text);
    await ready(id, 2);
    const { generations } = await get(`${id}/history`);
    assert.deepEqual(
      [...(generations as Json[])].map(({ generation, state, count }) => [generation, state, count]),
      [
        [2, 'ready', 2],
        [1, 'ready', 2],
      ],
    );
    assert.deepEqual(getIds(await get(`${id}/members?generation=1`)), ['ann', 'bob']);
    assert.equal((await api('GET', `/analytics/cohorts/${id}/members?generation=3`, { key: scene.key })).status, 404);
  });

  it('allows references between cohorts and rejects a cycle', async () => {
    const fixed = await create({ kind: 'static', members: ['bob', 'cyd', 'cyd'] });
    const outer = await create({
      kind: 'behavioral',
      definition: and(
        { type: 'cohort', id: fixed['id'] },
        { type: 'cohort', id: fixed['id'], negate: false },
        plan('pro'),
      ),
    });
    await ready(outer['id']);
    assert.deepEqual(getIds(await get(`${outer['id'] as string}/members`)), ['bob']);
    const circle = await api('PATCH', `/analytics/cohorts/${outer['id'] as string}`, {
      key: scene.key,
      body: { definition: and({ type: 'cohort', id: outer['id'] }) },
    });
    assert.equal(circle.status, 400, circle.text);
    const used = await api('DELETE', `/analytics/cohorts/${fixed['id'] as string}`, { key: scene.key });
    assert.deepEqual([used.status, used.json['error']], [409, 'state_conflict']);
  });

  it('replaces static members only for the expected generation, given by person ID or distinct ID', async () => {
    const id = (await create({ kind: 'static', members: ['ann'] }))['id'] as string;
    const [ann] = [...((await get(`${id}/members`))['members'] as Json[])];
    const replace = (members: unknown, expected?: number) =>
      api('PUT', `/analytics/cohorts/${id}/members`, {
        key: scene.key,
        body: { members, expected_generation: expected },
      });
    const personId = String(ann?.['person_id']);
    const spelled = [personId, personId.toUpperCase(), `{${personId}}`, personId.replaceAll('-', '')];
    const second = await replace([...spelled, 'ann', 'unseen'], 1);
    assert.equal(second.status, 200, second.text);
    assert.deepEqual([second.json['generation'], second.json['count']], [2, 2]);
    assert.deepEqual(getIds(await get(`${id}/members`)), ['ann', 'unseen']);
    const stale = await replace([], 1);
    assert.deepEqual([stale.status, stale.json['error']], [409, 'version_conflict']);
    assert.equal((await replace([])).status, 400);
    // The greatest that the contract takes, after which no generation could come.
    assert.equal((await replace([], 2 ** 31 - 1)).status, 409);
    assert.equal((await replace([], 2)).json['count'], 0);
    assert.deepEqual(getIds(await get(`${id}/members`)), []);
  });

  it('explains each condition for one person, with the value', async () => {
    const id = (await create({ kind: 'behavioral', definition: or(plan('pro'), bought) }))['id'] as string;
    await ready(id);
    const { explanation, members } = await get(`${id}/members?explain=cyd`);
    assert.equal(explanation?.['is_member'], true);
    assert.deepEqual(
      [...(explanation?.['leaves'] as Json[])].map(({ path, holds, value }) => [path, holds, value ?? null]),
      [
        ['definition.conditions[0]', false, 'free'],
        ['definition.conditions[1]', true, null],
      ],
    );
    assert.equal([...(members as Json[])].length, 1);
    assert.equal((await api('GET', `/analytics/cohorts/${id}/members?explain=nobody`, { key: scene.key })).status, 404);
  });

  it('evaluates flags that refer to a cohort of any kind', async () => {
    const id = (await create({ kind: 'behavioral', definition: and(bought) }))['id'] as string;
    await ready(id);
    const conditions = [{ type: 'cohort', key: id, operator: 'in' }];
    const flag = { key: `flag-${randomUUID()}`, filters: { groups: [{ conditions }] } };
    await ok('POST', '/flags', { key: scene.key, body: flag });
    for (const [person, enabled] of [
      ['ann', true],
      ['bob', false],
    ] as const) {
      const { flags } = await ok('POST', '/decide', {
        key: scene.key,
        body: { distinct_id: person, flag_keys: [flag.key] },
      });
      assert.equal(flags?.[flag.key]?.['enabled'], enabled, person);
    }
    const snapshot = await ok('GET', '/flags/local-evaluation', { key: scene.key });
    assert.equal(snapshot['cohorts']?.[id]?.['requires_remote'], true);
    assert.equal((await api('DELETE', `/analytics/cohorts/${id}`, { key: scene.key })).status, 409);
  });

  it('pages through lists without repetitions or gaps', async () => {
    const members = Array.from({ length: 7 }, (_, index) => `m${index}`);
    const id = (await create({ kind: 'static', members }))['id'] as string;
    const seen: string[] = [];
    for (let cursor = ''; ;) {
      const page = await get(`${id}/members?limit=3${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      seen.push(...getIds(page));
      cursor = page['pagination']?.['next_cursor'] ?? '';
      if (cursor === '') break;
    }
    assert.deepEqual(seen, members);
    const bad = await api('GET', `/analytics/cohorts/${id}/members?cursor=x`, { key: scene.key });
    assert.equal(bad.status, 400);
  });

  it('updates only the given fields, never the kind, and hides cohorts from other projects', async () => {
    const id = (await create({ kind: 'property', definition: and(plan('pro')) }))['id'] as string;
    const patch = (body: object, key = scene.key) => api('PATCH', `/analytics/cohorts/${id}`, { key, body });
    assert.equal((await patch({ name: 'Renamed' })).json['name'], 'Renamed');
    assert.equal((await patch({ kind: 'static', name: 'x' })).status, 400);
    await ready(id);
    await patch({ definition: and(plan('free')) });
    await eventually('the new definition', async () => getIds(await get(`${id}/members`)).join() === 'cyd');
    const other = await openProject();
    for (const path of ['', '/members', '/history'])
      assert.equal((await api('GET', `/analytics/cohorts/${id}${path}`, { key: other.key })).status, 404);
    assert.equal((await patch({ name: 'x' }, other.key)).status, 404);
    assert.equal((await api('DELETE', `/analytics/cohorts/${id}`, { key: scene.key })).status, 204);
  });

  const refused: [string, object, string][] = [
    ['no definition', { kind: 'property' }, 'definition'],
    ['an event in a property cohort', { kind: 'property', definition: and(bought) }, 'definition.conditions[0].type'],
    [
      'an unknown operator',
      { kind: 'property', definition: { operator: 'xor', conditions: [plan('a')] } },
      'definition.operator',
    ],
    ['no conditions', { kind: 'property', definition: and() }, 'definition.conditions'],
    [
      'six levels',
      { kind: 'property', definition: and(and(and(and(and(and(plan('a'))))))) },
      'definition.conditions[0]',
    ],
    ['51 leaves', { kind: 'property', definition: or(...Array.from({ length: 51 }, () => plan('a'))) }, 'definition'],
    [
      'an unknown cohort',
      { kind: 'property', definition: and({ type: 'cohort', id: randomUUID() }) },
      'definition.conditions[0].id',
    ],
    [
      'an unknown operator of a cohort',
      { kind: 'property', definition: and({ type: 'cohort', id: randomUUID(), op: 'is' }) },
      'definition.conditions[0].op',
    ],
    ['a mistyped person ID', { kind: 'static', members: ['a', '95fe3953-0f1e-5b6a-8c3d-1234567890ab'] }, 'members[1]'],
    ['members of a property cohort', { kind: 'property', definition: and(plan('a')), members: ['a'] }, 'members'],
    ['a definition of a static cohort', { kind: 'static', definition: and(plan('a')) }, 'definition'],
    ['an unknown kind', { kind: 'other' }, 'kind'],
  ];
  for (const [what, body, field] of refused) {
    it(`refuses ${what} with 400 naming ${field}`, async () => {
      const answer = await api('POST', '/analytics/cohorts', { key: scene.key, body: { name: 'x', ...body } });
      assert.equal(answer.status, 400, answer.text);
      assert.ok(answer.text.includes(field), answer.text);
    });
  }
});
