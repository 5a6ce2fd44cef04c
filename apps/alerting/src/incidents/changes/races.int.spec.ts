import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Incident } from '@svc/contract';
import { ServiceError } from '@svc/service-error';
import {
  responder,
  startIncidents,
  untilAvailable,
  versioned,
  type IncidentsServer,
} from '../testing/incidents-server.js';

const TWENTY = Array.from({ length: 20 }, (_, index) => index);

describe('responders who race', () => {
  let server: IncidentsServer;
  const project = responder().context.project?.id ?? '';
  const responders = TWENTY.map((index) => responder({ project, name: `Responder ${index}` }));
  const create = () => server.client.create({ title: 'Checkout is down' }, responders[0] ?? assert.fail());
  beforeAll(async () => {
    server = await startIncidents();
  });
  afterAll(() => server.stop());

  it('lets one responder win for each version, and answers the others that the version is stale', async () => {
    const opened = await create();
    const outcomes = await Promise.allSettled(
      responders.map((caller, index) => {
        const request = versioned(opened);
        const { acknowledge, resolve } = server.client;
        return untilAvailable(() => (index % 2 === 0 ? acknowledge : resolve)(request, caller));
      }),
    );
    const lost = outcomes
      .filter((outcome) => outcome.status === 'rejected')
      .map(({ reason }) => reason as ServiceError);
    assert.deepEqual(
      lost.map(({ code }) => code),
      TWENTY.slice(1).map(() => 'version_conflict'),
    );
    const { entries } = await server.client.timeline({ incidentId: opened.id }, responders[0]);
    assert.equal(entries.length, 2);
  });

  it('loses no comment if each responder retries with the version that it reads', async () => {
    const opened = await create();
    await Promise.all(responders.map((caller, index) => commentUntilAccepted(opened, caller, `comment ${index}`)));
    const { entries } = await server.client.timeline({ incidentId: opened.id }, responders[0]);
    const comments = entries.filter(({ kind }) => kind === 'comment').map(({ data }) => data?.['text']);
    assert.deepEqual(comments.toSorted(), TWENTY.map((index) => `comment ${index}`).toSorted());
    assert.deepEqual(
      entries.map(({ seq }) => seq),
      entries.map((_, index) => BigInt(index + 1)),
    );
  });

  it('takes effect once if all responders send the same key', async () => {
    const opened = await create();
    const request = versioned(opened);
    const caller = responders[0];
    const answers = await Promise.all(
      TWENTY.map(() => untilAvailable(() => server.client.acknowledge(request, caller))),
    );
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
    const { entries } = await server.client.timeline({ incidentId: opened.id }, caller);
    assert.equal(entries.length, 2);
  });

  it('gives different numbers to incidents that are created at the same time', async () => {
    const fresh = responder();
    const created = await Promise.all(
      TWENTY.map(() => {
        const request = { title: 'Down', idempotencyKey: randomUUID() };
        return untilAvailable(() => server.client.create(request, fresh));
      }),
    );
    assert.deepEqual(
      created.map(({ number }) => number).toSorted(),
      TWENTY.map((index) => `INC-${index + 1}`).toSorted(),
    );
  });

  async function commentUntilAccepted(
    { id }: Incident,
    caller: (typeof responders)[number],
    text: string,
  ): Promise<Incident> {
    for (;;) {
      const current = await server.client.get({ incidentId: id }, caller);
      const request = { ...versioned(current), text };
      try {
        return await untilAvailable(() => server.client.comment(request, caller));
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== 'version_conflict') throw error;
      }
    }
  }
});
