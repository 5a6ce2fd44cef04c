import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { operations } from '@svc/contract';
import { api, makeKey, ok, type Json } from '../api.js';
import { openIncidents, type IncidentScene } from './scene.js';

const WRITES = operations.filter(({ scope }) => scope === 'incidents:write');

describe('access to incidents', () => {
  let scene: IncidentScene;
  let incident: Json;
  beforeAll(async () => {
    scene = await openIncidents();
    incident = await scene.create({ links: [{ type: 'alert', ref: 'alert-1' }] });
  });

  it('refuses changes of incidents by readers, and pages with a publishable key', async () => {
    const reader = (await makeKey(['incidents:read'], scene.project)).secret;
    const published = await ok('POST', '/account/api-keys', {
      body: { name: 'page', scopes: ['flags:evaluate'], project_id: scene.project, publishable: true },
    });
    assert.equal((await scene.get(incident['id'], reader))['id'], incident['id']);
    assert.equal(WRITES.length, 9);
    for (const key of [reader, String(published['secret'])])
      for (const { id, method, path } of WRITES) {
        const target = path.replace('/api/v1', '').replace('{incident_id}', incident['id']);
        const linkId = String(incident['links']?.[0]?.['id']);
        const body = { title: 'x', text: 'x', expected_version: 1, idempotency_key: randomUUID() };
        const { status } = await api(method, target.replace('{link_id}', linkId), {
          key,
          ...(method !== 'DELETE' && { body }),
        });
        assert.equal(status, 403, id);
      }
    assert.equal((await scene.get(incident['id']))['version'], 1);
  });

  it('removes links and deletes incidents with the version that was last read', async () => {
    const path = `/incidents/${String(incident['id'])}`;
    const query = `project_id=${scene.project}`;
    const linkId = String(incident['links']?.[0]?.['id']);
    const stale = await api('DELETE', `${path}/links/${linkId}?${query}&expected_version=9`);
    assert.deepEqual([stale.status, stale.json['error']], [409, 'version_conflict']);
    const unlinked = await api('DELETE', `${path}/links/${linkId}?${query}&expected_version=1`);
    assert.deepEqual([unlinked.status, unlinked.json['version'], unlinked.json['links']], [200, 2, []]);
    assert.equal((await api('DELETE', `${path}/links/${linkId}?${query}`)).status, 404);
    const updated = await ok('PATCH', `${path}?${query}`, { body: { severity: 1, expected_version: 2 } });
    assert.deepEqual([updated['severity'], updated['version']], [1, 3]);
    assert.equal((await api('DELETE', `${path}?${query}`)).status, 204);
    for (const gone of [path, `${path}/timeline`]) assert.equal((await api('GET', `${gone}?${query}`)).status, 404);
  });
});
