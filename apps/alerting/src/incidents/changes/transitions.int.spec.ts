import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { Incident } from '@svc/contract';
import { responder, startIncidents, versioned, type IncidentsServer } from '../testing/incidents-server.js';

describe('transitions of incidents', () => {
  let server: IncidentsServer;
  const ann = responder();
  const create = () => server.client.create({ title: 'Checkout is down' }, ann);
  beforeAll(async () => {
    server = await startIncidents();
  });
  afterAll(() => server.stop());

  it('leads from open to acknowledged, resolved and open again, each with a version and an entry', async () => {
    const opened = await create();
    assert.deepEqual([opened.status, opened.version, opened.severity], ['open', 1n, 3]);
    server.clock.nowMs += 60_000;
    const acknowledged = await server.client.acknowledge(versioned(opened), ann);
    assert.deepEqual(
      [acknowledged.status, acknowledged.version, acknowledged.acknowledgedBy, acknowledged.timeToAcknowledgeSeconds],
      ['acknowledged', 2n, ann.context.principalId, 60],
    );
    server.clock.nowMs += 60_000;
    const resolved = await server.client.resolve(versioned(acknowledged), ann);
    assert.deepEqual([resolved.status, resolved.version, resolved.timeToResolveSeconds], ['resolved', 3n, 120]);
    const reopened = await server.client.reopen(versioned(resolved), ann);
    assert.deepEqual([reopened.status, reopened.version, reopened.reopenCount], ['open', 4n, 1]);
    assert.deepEqual([reopened.acknowledgedAt, reopened.resolvedBy], [undefined, undefined]);
    const { entries } = await server.client.timeline({ incidentId: opened.id }, ann);
    assert.deepEqual(
      entries.map(({ seq, kind, actor }) => [seq, kind, actor?.type, actor?.id]),
      ['created', 'acknowledged', 'resolved', 'reopened'].map((kind, index) => [
        BigInt(index + 1),
        kind,
        'user',
        ann.context.principalId,
      ]),
    );
  });

  it('refuses a transition that the status does not allow, naming both statuses, and changes nothing', async () => {
    const resolved = await server.client.resolve(versioned(await create()), ann);
    await assert.rejects(server.client.acknowledge(versioned(resolved), ann), (error: Error & { details: unknown }) => {
      assert.match(error.message, /from resolved to acknowledged/);
      assert.deepEqual(error.details, [{ path: 'status', reason: 'cannot change from resolved to acknowledged' }]);
      return true;
    });
    await assert.rejects(server.client.resolve(versioned(resolved), ann), { code: 'state_conflict' });
    const { version } = await server.client.get({ incidentId: resolved.id }, ann);
    assert.equal(version, resolved.version);
  });

  it('refuses a stale version before it checks the status', async () => {
    const opened = await create();
    await server.client.resolve(versioned(opened), ann);
    await assert.rejects(server.client.resolve(versioned(opened), ann), { code: 'version_conflict' });
    await assert.rejects(server.client.comment({ ...versioned(opened), text: 'late' }, ann), {
      code: 'version_conflict',
    });
  });

  it('returns the first response for the same key, even after the incident changed', async () => {
    const opened = await create();
    const request = versioned(opened);
    const first = await server.client.acknowledge(request, ann);
    await server.client.resolve(versioned(first), ann);
    assert.deepEqual(await server.client.acknowledge(request, ann), first);
    await assert.rejects(server.client.acknowledge({ ...request, expectedVersion: 2n }, ann), {
      code: 'idempotency_conflict',
    });
    const { entries } = await server.client.timeline({ incidentId: opened.id }, ann);
    assert.equal(entries.length, 3);
  });

  it('scopes keys to the incident and the action', async () => {
    const key = { idempotencyKey: 'the-same' };
    for (let round = 0; round < 2; round++) {
      const acknowledged = await server.client.acknowledge({ ...versioned(await create()), ...key }, ann);
      const resolved = await server.client.resolve({ ...versioned(acknowledged), ...key }, ann);
      assert.equal(resolved.status, 'resolved');
    }
  });

  it('accepts the key of a refused request again', async () => {
    const opened = await create();
    const stale = { ...versioned(opened), expectedVersion: 9n };
    await assert.rejects(server.client.resolve(stale, ann), { code: 'version_conflict' });
    const resolved = await server.client.resolve({ ...stale, expectedVersion: opened.version }, ann);
    assert.equal(resolved.status, 'resolved');
  });

  it('requires a valid key', async () => {
    const { incidentId, expectedVersion } = versioned(await create());
    const request = { incidentId, expectedVersion };
    await assert.rejects(server.client.resolve(request, ann), { code: 'idempotency_key_required' });
    for (const idempotencyKey of ['', ' ', 'a b', 'a\n', 'ａ', 'a'.repeat(129)])
      await assert.rejects(server.client.resolve({ ...request, idempotencyKey }, ann), {
        code: 'idempotency_key_invalid',
      });
  });

  it('answers 404 for incidents of other projects, unknown ones and deleted ones', async () => {
    const opened = await create();
    for (const [request, caller] of [
      [versioned(opened), responder()],
      [{ ...versioned(opened), incidentId: randomUUID() }, ann],
      [{ ...versioned(opened), incidentId: 'x'.repeat(5_000) }, ann],
    ] as const) {
      await assert.rejects(server.client.acknowledge(request, caller), { code: 'not_found' });
      await assert.rejects(server.client.comment({ ...request, text: 'x' }, caller), { code: 'not_found' });
    }
  });

  it('records events for channels in the transaction of the change', async () => {
    const opened = await create();
    await server.client.comment({ ...versioned(opened), text: 'Looking' }, ann);
    await assert.rejects(server.client.resolve(versioned(opened), ann));
    const events = await server.relational.client.domainEvent.findMany({
      where: { subject: opened.id },
      orderBy: { id: 'asc' },
    });
    assert.deepEqual(
      events.map(({ type, data }) => [type, data]),
      [
        ['incident.created', { ...about(opened), version: 1 }],
        ['incident.commented', { ...about(opened), version: 2, note: 'Looking' }],
      ],
    );
  });
});

function about({ id, number, title, createdAt }: Incident) {
  const since = timestampDate(createdAt ?? assert.fail()).toISOString();
  return { id, number, title, status: 'open', severity: 3, since, by: 'Ann' };
}
