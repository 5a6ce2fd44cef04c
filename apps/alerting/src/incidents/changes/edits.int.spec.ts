import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { responder, startIncidents, versioned, type IncidentsServer } from '../testing/incidents-server.js';

describe('edits of incidents', () => {
  let server: IncidentsServer;
  const ann = responder();
  const create = () => server.client.create({ title: 'Checkout is down', severity: 2 }, ann);
  const kinds = async (incidentId: string) =>
    (await server.client.timeline({ incidentId }, ann)).entries.map(({ kind, data }) => [kind, data]).slice(1);
  beforeAll(async () => {
    server = await startIncidents();
  });
  afterAll(() => server.stop());

  it('updates only the fields that are present, with an entry for each that changes', async () => {
    const { id } = await create();
    const updated = await server.client.update({ incidentId: id, title: 'Carts are empty', severity: 1 }, ann);
    assert.deepEqual([updated.title, updated.severity, updated.version], ['Carts are empty', 1, 2n]);
    const same = await server.client.update({ incidentId: id, severity: 1 }, ann);
    assert.equal(same.version, 2n);
    await server.client.update({ incidentId: id, description: 'Since the deploy.' }, ann);
    assert.deepEqual(await kinds(id), [
      ['title_changed', { from: 'Checkout is down', to: 'Carts are empty' }],
      ['severity_changed', { from: 2, to: 1 }],
      ['description_changed', { to: 'Since the deploy.' }],
    ]);
    await assert.rejects(server.client.update({ incidentId: id, expectedVersion: 1n, severity: 4 }, ann), {
      code: 'version_conflict',
    });
  });

  it('links alerts and anomalies by their IDs, once each, and removes links', async () => {
    const { id } = await create();
    const link = { incidentId: id, type: 'alert', ref: 'alert-1' };
    const linked = await server.client.link(link, ann);
    assert.deepEqual([linked.version, linked.links.map(({ type, ref }) => [type, ref])], [2n, [['alert', 'alert-1']]]);
    assert.equal((await server.client.link(link, ann)).version, 2n);
    const linkId = linked.links[0]?.id ?? '';
    const unlinked = await server.client.unlink({ incidentId: id, linkId }, ann);
    assert.deepEqual([unlinked.version, unlinked.links], [3n, []]);
    await assert.rejects(server.client.unlink({ incidentId: id, linkId }, ann), { code: 'not_found' });
    assert.deepEqual(await kinds(id), [
      ['link_added', { type: 'alert', ref: 'alert-1' }],
      ['link_removed', { type: 'alert', ref: 'alert-1' }],
    ]);
  });

  it('links an issue only if it exists, and only for callers who may read issues', async () => {
    const { id } = await create();
    const link = { incidentId: id, type: 'error_group', ref: randomUUID() };
    await assert.rejects(server.client.link(link, ann), { code: 'unavailable' });
    const noId = { ...link, ref: 'no-id' };
    await assert.rejects(server.client.link(noId, ann), { message: 'ref: is not an issue of the project' });
    const { project } = ann.context;
    const blind = responder({ project: project?.id ?? '', scopes: ['incidents:write'] });
    await assert.rejects(server.client.link(link, blind), { code: 'permission_denied' });
    const links = [{ type: 'error_group', ref: randomUUID() }];
    await assert.rejects(server.client.create({ title: 'Down', links }, ann), { code: 'unavailable' });
  });

  it('deletes resolved incidents, and others only for admins', async () => {
    const opened = await create();
    await assert.rejects(server.client.delete({ incidentId: opened.id }, ann), { code: 'state_conflict' });
    const resolved = await server.client.resolve(versioned(opened), ann);
    await assert.rejects(server.client.delete({ incidentId: opened.id, expectedVersion: 1n }, ann), {
      code: 'version_conflict',
    });
    await server.client.delete({ incidentId: opened.id, expectedVersion: resolved.version }, ann);
    for (const request of [server.client.get, server.client.delete, server.client.timeline])
      await assert.rejects(request({ incidentId: opened.id }, ann), { code: 'not_found' });
    const other = await create();
    const admin = responder({ project: ann.context.project?.id ?? '', role: 'ROLE_ADMIN' });
    await server.client.delete({ incidentId: other.id }, admin);
    await assert.rejects(server.client.get({ incidentId: other.id }, admin), { code: 'not_found' });
  });

  it('creates an incident and its links once for each key', async () => {
    const links = [1, 2, 1].map((index) => ({ type: 'anomaly', ref: `finding-${index}` }));
    const request = { title: 'Down', links, idempotencyKey: randomUUID() };
    const created = await server.client.create(request, ann);
    assert.deepEqual(
      created.links.map(({ ref }) => ref),
      ['finding-1', 'finding-2'],
    );
    assert.deepEqual(await server.client.create(request, ann), created);
    await assert.rejects(server.client.create({ ...request, title: 'Up' }, ann), { code: 'idempotency_conflict' });
  });
});
