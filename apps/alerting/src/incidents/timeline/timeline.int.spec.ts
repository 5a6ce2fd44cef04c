import assert from 'node:assert/strict';
import { responder, startIncidents, versioned, type IncidentsServer } from '../testing/incidents-server.js';
import { TimelineRepository } from './timeline.repository.js';

describe('timelines of incidents', () => {
  let server: IncidentsServer;
  const ann = responder();
  beforeAll(async () => {
    server = await startIncidents();
  });
  afterAll(() => server.stop());

  async function createWithComments(count: number) {
    let incident = await server.client.create({ title: 'Down' }, ann);
    for (let index = 1; index <= count; index++)
      incident = await server.client.comment({ ...versioned(incident), text: `comment ${index}` }, ann);
    return incident;
  }

  it('reads entries in pages, the last of which has no next_cursor', async () => {
    const incident = await createWithComments(4);
    const first = await server.client.timeline({ incidentId: incident.id, limit: 3 }, ann);
    assert.deepEqual(
      first.entries.map(({ seq }) => seq),
      [1n, 2n, 3n],
    );
    assert.deepEqual([first.pagination?.hasMore, first.pagination?.nextCursor], [true, first.resumeCursor]);
    const second = await server.client.timeline({ incidentId: incident.id, limit: 3, cursor: first.resumeCursor }, ann);
    assert.deepEqual(
      second.entries.map(({ seq }) => seq),
      [4n, 5n],
    );
    assert.deepEqual([second.pagination?.hasMore, second.pagination?.nextCursor], [false, undefined]);
  });

  it('returns exactly the new entries with resume_cursor, including those of the service itself', async () => {
    const incident = await createWithComments(1);
    const { resumeCursor } = await server.client.timeline({ incidentId: incident.id }, ann);
    const read = (cursor: string) => server.client.timeline({ incidentId: incident.id, cursor }, ann);
    const nothing = await read(resumeCursor);
    assert.deepEqual([nothing.entries, nothing.resumeCursor], [[], resumeCursor]);
    const timelines = new TimelineRepository(server.relational);
    const actor = { type: 'system', id: 'escalation' } as const;
    const isAdded = await server.relational.client.$transaction((tx) =>
      timelines.append(tx, incident.id, [{ kind: 'escalation_started' }], actor, new Date(0)),
    );
    assert.equal(isAdded, true);
    const commented = await server.client.comment({ ...versioned(incident), text: 'in spite of the service' }, ann);
    assert.equal(commented.version, incident.version + 1n);
    const { entries } = await read(nothing.resumeCursor);
    assert.deepEqual(
      entries.map(({ kind, actor: by }) => [kind, by?.type]),
      [
        ['escalation_started', 'system'],
        ['comment', 'user'],
      ],
    );
  });

  it('binds cursors to the incident and its project', async () => {
    const [one, other] = [await createWithComments(0), await createWithComments(0)];
    const { resumeCursor: cursor } = await server.client.timeline({ incidentId: one.id }, ann);
    for (const [request, caller] of [
      [{ incidentId: other.id, cursor }, ann],
      [{ incidentId: one.id, cursor }, responder()],
      [{ incidentId: one.id, cursor: `${cursor}x` }, ann],
    ] as const)
      await assert.rejects(server.client.timeline(request, caller), { code: 'invalid_request' });
  });
});
