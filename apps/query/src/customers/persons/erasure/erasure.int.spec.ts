import assert from 'node:assert/strict';
import { IDENTITY_GROUP, SINK_GROUP, TOPICS, type Consumer } from '@svc/event-log';
import { HOUR, NOW, writeErrors } from '@svc/reading/testing';
import { eventually } from '@svc/test-servers';
import { callerIn, startPersons, type PersonsServer } from '../persons-server.fixture.js';
import { testProjectId } from '../persons.fixture.js';
import { PERSON_ERASURES } from './erasure.repository.js';

const LIMITS = { timeoutMs: 5_000, maxRowsToRead: 1e6, maxResultRows: 10, maxMemoryBytes: 1e8 };
const TABLES = ['events', 'errors', 'person_registers', 'person_overrides', 'person_seen'];

describe('ErasureService', () => {
  let server: PersonsServer;
  let project = 0;
  beforeAll(async () => (server = await startPersons()));
  afterAll(() => server.stop());

  const NOW_MS = Number(NOW / 1_000_000n);
  /** An erasure whose job a process holds until the end of the lease. */
  const addHeldErasure = async (leaseUntil: Date): Promise<void> => {
    const key = { projectNumber: project, canonicalDistinctId: 'ann' };
    await server.database.personErasure.create({
      data: {
        ...key,
        projectId: testProjectId(project),
        retentionDays: 30,
        distinctIds: ['ann', 'phone'],
        requestedAt: new Date(NOW_MS),
      },
    });
    await server.database.job.create({
      data: {
        queue: PERSON_ERASURES.name,
        key: `${project} ann`,
        payload: key,
        projectId: testProjectId(project),
        runAt: new Date(NOW_MS),
        attempts: 1,
        leaseToken: 1,
        leaseUntil,
      },
    });
  };
  const addPerson = async (): Promise<void> => {
    project++;
    for (const distinctId of ['ann', 'phone']) {
      await server.writer.event({ project, distinctId, time: NOW - HOUR });
      await writeErrors(server.telemetry, [{ project, distinctId, timestamp: NOW - HOUR }]);
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

  it('completes an erasure whose process died, wherever it was interrupted', async () => {
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
      await addPerson();
      await interrupt();
      await addHeldErasure(new Date(NOW_MS - 1));
      await eventually(`complete, interrupted ${where}`, isComplete);
      assert.deepEqual(await left(), [], where);
      assert.equal(await server.database.personAlias.count({ where: { projectNumber: project } }), 0, where);
      assert.equal(await server.database.identityFact.count({ where: { projectNumber: project } }), 0, where);
    }
  });

  it('erases the person in the other domains', async () => {
    await addPerson();
    await server.persons.delete({ personId: 'phone' }, callerIn(project));
    const erased = server.erased.filter((each) => each.project === project);
    assert.deepEqual(
      erased.map(({ ids }) => ids.toSorted()),
      [['ann', 'phone']],
    );
  });

  it('leaves an erasure that another process holds alone', async () => {
    await addPerson();
    await addHeldErasure(new Date(NOW_MS + PERSON_ERASURES.leaseMs));
    const answer = server.persons.delete({ personId: 'phone' }, { ...callerIn(project), timeoutMs: 1_500 });
    await assert.rejects(answer, { code: 'unavailable' });
    assert.deepEqual(await left(), TABLES);
    await server.database.job.deleteMany({ where: { projectId: testProjectId(project) } });
    await server.database.personErasure.deleteMany({ where: { projectNumber: project } });
  });

  it('waits for records accepted before, responds 503 if that takes too long, and completes without another request', async () => {
    await addPerson();
    const as = callerIn(project);
    const value = Buffer.from('read by no consumer');
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
    const followers = await server.database.logErasure.findMany({ where: { projectNumber: project } });
    assert.deepEqual(
      followers.map(({ logClearedAt }) => logClearedAt),
      [null],
      'the event log has yet to follow',
    );
    for (const consumer of consumers) await consumer.stop();
    assert.deepEqual(await left(), []);
    await assert.rejects(server.persons.get({ personId: 'phone' }, as), { code: 'not_found' });
    await assert.rejects(server.persons.delete({ personId: 'phone' }, as), { code: 'not_found' });
  });
});
