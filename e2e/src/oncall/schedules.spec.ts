import assert from 'node:assert/strict';
import { api, makeKey, ok, type Json } from '../api.js';
import { newPerson, type Person } from '../workspace/person.js';
import { makeProject } from '../workspace/project.js';

describe('on-call schedules', () => {
  let key = '';
  let reader = '';
  let [ada, grace]: Partial<Person>[] = [];
  beforeAll(async () => {
    const project = (await makeProject()).id;
    key = (await makeKey(['oncall:read', 'oncall:write'], project)).secret;
    reader = (await makeKey(['oncall:read'], project)).secret;
    [ada, grace] = [await newPerson('ROLE_MEMBER'), await newPerson('ROLE_VIEWER')];
  });

  const body = (more: object = {}) => ({
    name: 'Primary',
    time_zone: 'America/New_York',
    layers: [
      {
        name: 'week',
        users: [ada?.userId, grace?.userId],
        rotation_length: 'P1W',
        start_at: '2026-03-02T14:00:00Z',
        restrictions: [],
      },
    ],
    ...more,
  });
  const create = async (): Promise<string> => {
    const answer = await api('POST', '/oncall/schedules', { key, body: body() });
    assert.equal(answer.status, 201, answer.text);
    assert.match(answer.headers.get('location') ?? '', /\/oncall\/schedules\/[0-9a-f-]{36}$/);
    return answer.json['id'];
  };
  const onDuty = async (id: string, at: string): Promise<Json[]> => {
    const { users } = await ok('GET', `/oncall/schedules/${id}/now?at=${at}`, { key: reader });
    return [...(users as Json[])];
  };

  it('returns who is on duty, with the same local hand-off before and after a change of clocks', async () => {
    const id = await create();
    for (const [at, user] of [
      ['2026-03-02T14:00:00Z', ada],
      ['2026-03-09T12:59:00Z', ada],
      ['2026-03-09T13:00:00Z', grace],
      ['2026-03-16T13:00:00Z', ada],
    ] as const)
      assert.deepEqual(
        (await onDuty(id, at)).map((duty) => duty['user_id']),
        [user?.userId],
        at,
      );
    const before = await ok('GET', `/oncall/schedules/${id}/now?at=2026-03-02T13:59:59Z`, { key: reader });
    assert.deepEqual([before['gap'], before['users']], [true, []]);
  });

  it('replaces a schedule as a whole, with versions, and lists it', async () => {
    const id = await create();
    const replaced = await ok('PUT', `/oncall/schedules/${id}`, {
      key,
      body: body({ name: 'B', expected_version: 1 }),
    });
    assert.deepEqual([replaced['name'], replaced['version']], ['B', 2]);
    const stale = await api('PUT', `/oncall/schedules/${id}`, { key, body: body({ expected_version: 1 }) });
    assert.deepEqual([stale.status, stale.json['error']], [409, 'version_conflict']);
    const { schedules } = await ok('GET', '/oncall/schedules', { key: reader });
    assert.ok([...(schedules as Json[])].some((schedule) => schedule['id'] === id));
    assert.equal((await api('DELETE', `/oncall/schedules/${id}?expected_version=1`, { key })).status, 409);
    assert.equal((await api('DELETE', `/oncall/schedules/${id}`, { key })).status, 204);
    assert.equal((await api('GET', `/oncall/schedules/${id}`, { key })).status, 404);
  });

  it('lets overrides win over the layers until they are deleted', async () => {
    const id = await create();
    const override = { user_id: grace?.userId, start: '2090-03-02T14:00:00Z', end: '2090-03-02T15:00:00Z' };
    const created = await api('POST', `/oncall/schedules/${id}/overrides`, { key, body: override });
    assert.equal(created.status, 201, created.text);
    const [duty] = await onDuty(id, '2090-03-02T14:30:00Z');
    assert.deepEqual(
      [duty?.['user_id'], duty?.['source'], duty?.['until']],
      [grace?.userId, 'override', '2090-03-02T15:00:00Z'],
    );
    const { overrides } = await ok('GET', `/oncall/schedules/${id}/overrides`, { key: reader });
    assert.deepEqual([...(overrides as Json[])], [created.json]);
    assert.equal((await api('DELETE', `/oncall/overrides/${created.json['id'] as string}`, { key })).status, 204);
    assert.equal((await onDuty(id, '2090-03-02T14:30:00Z'))[0]?.['source'], 'layer');
  });

  it('previews a schedule for up to 92 days', async () => {
    const id = await create();
    const path = `/oncall/schedules/${id}/preview`;
    const preview = await ok('GET', `${path}?start=2026-03-02T14:00:00Z&end=2026-03-30T13:00:00Z`, { key: reader });
    assert.deepEqual([(preview['shifts'] as Json[]).length, preview['gaps']], [4, []]);
    const hours = [...(preview['fairness'] as Json[])].map((share) => share['hours'] as number);
    // One of the weeks is an hour shorter.
    assert.deepEqual(hours, [336, 335]);
    const long = await api('GET', `${path}?start=2026-03-02T14:00:00Z&end=2026-06-30T13:00:00Z`, { key: reader });
    assert.deepEqual([long.status, long.json['details']?.[0]?.['path']], [400, 'end']);
  });

  it('refuses an invalid schedule by field without repeating it, and requires oncall:write', async () => {
    const [layer] = body().layers;
    for (const [more, path] of [
      [{ layers: [] }, 'layers'],
      [{ layers: [{ ...layer, rotation_length: 'Do-Not-Echo' }] }, 'layers[0].rotation_length'],
      [{ layers: [{ ...layer, users: ['Do-Not-Echo'] }] }, 'layers[0].users[0]'],
      [{ layers: [{ ...layer, handoff_time: '25:00' }] }, 'layers[0].handoff_time'],
      [{ time_zone: 'Do-Not-Echo' }, 'time_zone'],
    ] as const) {
      const { status, json, text } = await api('POST', '/oncall/schedules', { key, body: body(more) });
      assert.deepEqual([status, json['details']?.[0]?.['path']], [400, path], text);
      assert.ok(!text.includes('Do-Not-Echo'));
    }
    const refused = await api('POST', '/oncall/schedules', { key: reader, body: body() });
    assert.deepEqual([refused.status, refused.json['error']], [403, 'permission_denied']);
  });
});
