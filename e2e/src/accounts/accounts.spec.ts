import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { api, defaultProjectId, makeKey, ok, type Json } from '../api.js';
import { svc } from '../cli/svc.js';
import { capture, newId } from '../persons/capture.js';

describe('accounts', () => {
  const type = newId('company');
  let project: string;
  beforeAll(async () => {
    project = await defaultProjectId();
    await capture([
      {
        event: '$groupidentify',
        distinct_id: 'x',
        group_type: type,
        group_key: 'acme',
        set: { name: 'Acme GmbH', seats: 12 },
      },
      { event: 'paid', distinct_id: 'ann', session_id: 's', properties: { $groups: { [type]: 'acme' } } },
      { event: 'paid', distinct_id: 'bob', properties: { $groups: { [type]: 'beta' } } },
    ]);
    await eventually('both are stored', async () => (await list(`type=${type}`)).length === 2);
  });

  const list = async (query: string): Promise<string[]> => {
    const { groups } = await ok('GET', `/groups?project_id=${project}&${query}`);
    return [...(groups as Json[])].map(({ group_key }) => group_key as string);
  };

  it('lists, counts, finds and shows accounts with properties and timeline', async () => {
    assert.deepEqual(await list(`type=${type}&limit=1&offset=1`), ['beta']);
    assert.deepEqual(await list(`type=${type}&search=GMBH`), ['acme']);
    const { group_types } = await ok('GET', `/group-types?project_id=${project}`);
    assert.equal([...(group_types as Json[])].find(({ group_type }) => group_type === type)?.['count'], 2);
    const account = `/groups/${type}/acme`;
    assert.deepEqual((await ok('GET', `${account}?project_id=${project}`))['properties'], {
      name: 'Acme GmbH',
      seats: 12,
    });
    const { entries } = await ok('GET', `${account}/timeline?project_id=${project}`);
    assert.deepEqual(
      [...(entries as Json[])].map(({ kind, title }) => [kind, title]),
      [['event', 'paid']],
    );
    const env = { SVC_PROJECT: project };
    for (const words of [['types'], ['list', '--type', type], ['get', type, 'acme'], ['timeline', type, 'acme']])
      assert.equal((await svc(['accounts', ...words], { env })).code, 0, words.join(' '));
    assert.equal((await svc(['accounts', 'get', type, 'nobody'], { env })).code, 5);
    assert.equal((await api('GET', `/groups/${type}/nobody?project_id=${project}`)).status, 404);
    assert.equal((await api('GET', `/groups?project_id=${project}&limit=0`)).status, 400);
    const other = await makeKey(['persons:read'], project);
    assert.equal((await api('GET', `${account}?project_id=${project}`, { key: other.secret })).status, 403);
  });

  it('assigns accounts to the segments that match them', async () => {
    const filters = [
      { field: 'property.seats', op: 'gt', value: 10 },
      { field: 'events_7d', op: 'gte', value: 1 },
    ];
    const made = await api('POST', `/account-segments?project_id=${project}`, {
      body: { name: 'Big', group_type: type, filters },
    });
    assert.equal(made.status, 201, made.text);
    const id = made.json['id'] as string;
    const preview = await ok('GET', `/account-segments/${id}/preview?project_id=${project}`);
    assert.equal(preview['total'], 1);
    assert.deepEqual(
      [...(preview['sample'] as Json[])].map(({ group_key }) => group_key),
      ['acme'],
    );
    assert.ok(preview['evaluated_at']);
    assert.deepEqual(await ok('GET', `/account-segments/${id}?project_id=${project}`), made.json);
    const unsaved = await api('POST', `/account-segments/preview?project_id=${project}`, {
      body: { group_type: type, filters: [{ field: 'property.seats', op: 'not_exists' }] },
    });
    assert.deepEqual([unsaved.status, unsaved.json['total']], [200, 1]);
    const env = { SVC_PROJECT: project };
    const update = ['segments', 'update', id, '--json', '{"name":"Large"}'];
    for (const words of [['segments', 'list'], ['segments', 'preview', id], update])
      assert.equal((await svc(words, { env })).code, 0, words.join(' '));
    const refused = { name: 'x', group_type: type, filters: [{ field: 'nothing', op: 'eq', value: 1 }] };
    assert.equal((await api('POST', `/account-segments?project_id=${project}`, { body: refused })).status, 400);
    const reader = await makeKey(['segments:read'], project);
    assert.equal((await api('DELETE', `/account-segments/${id}`, { key: reader.secret })).status, 403);
    assert.equal((await svc(['segments', 'delete', id], { env })).code, 2);
    assert.equal((await svc(['segments', 'delete', id, '--yes'], { env })).code, 0);
    for (const path of ['', '/preview'])
      assert.equal((await api('GET', `/account-segments/${id}${path}?project_id=${project}`)).status, 404);
  });
});
