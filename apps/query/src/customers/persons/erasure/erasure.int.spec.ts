import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { IDENTITY_GROUP, SINK_GROUP, TOPICS, type Consumer } from '@svc/event-log';
import { eventually } from '@svc/test-servers';
import { HOUR, NOW } from '@svc/reading/testing';
import { callerIn, startPersons, type PersonsServer } from '../persons-server.fixture.js';
import { testProjectId } from '../persons.fixture.js';

const LIMITS = { timeoutMs: 5_000, maxRowsToRead: 1e6, maxResultRows: 10, maxMemoryBytes: 1e8 };
const TABLES = ['events', 'person_registers', 'person_overrides', 'person_seen'];

describe('an erasure', () => {
  let server: PersonsServer;
  let project = 0;
  beforeAll(async () => (server = await startPersons()));
  afterAll(() => server.stop());

  const erasure = (more: object = {}) => ({
    projectNumber: project,
    projectId: testProjectId(project),
    retentionDays: 30,
    canonicalDistinctId: 'ann',
    distinctIds: ['ann', 'phone'],
    requestedAt: new Date(Number(NOW / 1_000_000n)),
    ...more,
  });
  const somebody = async (): Promise<void> => {
    project++;
    for (const distinctId of ['ann', 'phone']) {
      await server.writer.event({ project, distinctId, time: NOW - HOUR });
      await server.writer.write(project, distinctId, 'plan', { op: 'set', time: 1n, messageId: 'm', value: '1' });
    }
    const fact = { anonDistinctId: 'phone', distinctId: 'ann', time: 1n, messageId: 'm', event: 'identify' };
    await server.resolver.take(project, [fact]);
  };
  const left = async (): Promise<string[]> => {
    const found = await Promise.all(
      TABLES.map(async (table) => {
        const [row] = await server.store.query<{ rows: string }>({
          sql: `SELECT count() AS rows FROM ${table} WHERE project_number = {project:UInt32} AND distinct_id IN ('ann', 'phone')`,
          parameters: { project },
          limits: LIMITS,
        });
        return row?.rows === '0' ? [] : [table];
      }),
    );
    return found.flat();
  };
  const isComplete = async (): Promise<boolean> =>
    (await server.database.personErasure.count({ where: { projectNumber: project } })) === 0;

  it('whose process died is gone on with by whoever comes, wherever it was interrupted', async () => {
    const dead = { leaseToken: randomUUID(), leaseUntil: new Date(Number(NOW / 1_000_000n) - 1) };
    const interruptions: Record<string, () => Promise<void>> = {
      'before anything was deleted': () => Promise.resolve(),
      'among the tables': () => server.store.deleteRows('events', 'project_number = {project:UInt32}', { project }),
      'when the links were gone': () =>
        server.resolver.change(project, (identities) => identities.forget(['ann', 'phone'])),
      'just before its end': async () => {
        await server.resolver.change(project, (identities) => identities.forget(['ann', 'phone']));
        for (const table of TABLES)
          await server.store.deleteRows(table, 'project_number = {project:UInt32}', { project });
      },
    };
    for (const [where, interrupt] of Object.entries(interruptions)) {
      await somebody();
      await interrupt();
      await server.database.personErasure.create({ data: erasure(dead) });
      await eventually(`complete, interrupted ${where}`, isComplete);
      assert.deepEqual(await left(), [], where);
      assert.equal(await server.database.personAlias.count({ where: { projectNumber: project } }), 0, where);
      assert.equal(await server.database.identityFact.count({ where: { projectNumber: project } }), 0, where);
    }
  });

  it('lets what is being built of persons begin anew, and takes the person out of what is built', async () => {
    await somebody();
    const now = new Date();
    const building = {
      number: 1,
      state: 'building',
      attempts: 2,
      startedAt: now,
      leaseToken: randomUUID(),
      leaseUntil: now,
    };
    const { id } = await server.database.cohort.create({
      data: {
        projectId: testProjectId(project),
        projectNumber: project,
        retentionDays: 30,
        name: 'all',
        description: '',
        kind: 'property',
        createdAt: now,
        updatedAt: now,
        generations: { create: building },
        members: { create: ['ann', 'bob'].map((distinctId) => ({ generation: 1, distinctId })) },
      },
    });
    await server.persons.delete({ personId: 'phone' }, callerIn(project));
    const generation = await server.database.cohortGeneration.findFirst({ where: { cohortId: id } });
    assert.deepEqual([generation?.leaseToken, generation?.leaseUntil, generation?.attempts], [null, null, 0]);
    const members = await server.database.cohortMember.findMany({ where: { cohortId: id } });
    assert.deepEqual(
      members.map(({ distinctId }) => distinctId),
      ['bob'],
    );
  });

  it('that somebody holds is not touched by others', async () => {
    await somebody();
    const held = { leaseToken: randomUUID(), leaseUntil: new Date(Number(NOW / 1_000_000n) + 60_000) };
    await server.database.personErasure.create({ data: erasure(held) });
    const answer = server.persons.delete({ personId: 'phone' }, { ...callerIn(project), timeoutMs: 1_500 });
    await assert.rejects(answer, { code: 'unavailable' });
    assert.deepEqual(await left(), TABLES);
    await server.database.personErasure.deleteMany({ where: { projectNumber: project } });
  });

  it('waits for what was accepted before, answers 503 when that takes too long, and is complete without being asked again', async () => {
    await somebody();
    const as = callerIn(project);
    const value = Buffer.from('not read by anybody here');
    await server.eventLog.append(TOPICS.capture, { key: 'k', value, headers: {} });
    const answer = server.persons.delete({ personId: 'phone' }, { ...as, timeoutMs: 1_500 });
    await assert.rejects(answer, (error: { code: string; retryAfterSeconds: number }) => {
      assert.deepEqual([error.code, error.retryAfterSeconds], ['unavailable', 5]);
      return true;
    });
    assert.deepEqual(await left(), TABLES);
    const consumers: Consumer[] = [];
    for (const group of [SINK_GROUP, IDENTITY_GROUP]) {
      const options = {
        topic: TOPICS.capture,
        group,
        maxBytes: 1e6,
        maxRecords: 10,
        maxWaitMs: 10,
        from: 'earliest',
      } as const;
      consumers.push(await server.eventLog.consume(options, () => Promise.resolve()));
    }
    await eventually('complete', isComplete);
    for (const consumer of consumers) await consumer.stop();
    assert.deepEqual(await left(), []);
    await assert.rejects(server.persons.get({ personId: 'phone' }, as), { code: 'not_found' });
    await assert.rejects(server.persons.delete({ personId: 'phone' }, as), { code: 'not_found' });
  });
});
