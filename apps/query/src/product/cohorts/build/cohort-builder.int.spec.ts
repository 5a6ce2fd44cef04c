import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { MemoryStore } from '@svc/cache';
import type { ColumnStore } from '@svc/columnar';
import { ServiceError } from '@svc/errors';
import { createLogger } from '@svc/observability';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { eventually } from '@svc/test-servers';
import { CustomerWriter, testProjectId } from '../../../customers/persons/persons.fixture.js';
import { temporaryStore, type TemporaryStore } from '@svc/columnar/testing';
import { NOW } from '@svc/reading/testing';
import { CohortSources } from '../cohort-sources.js';
import { CohortsRepository } from '../cohorts.repository.js';
import { CohortBuilder } from './cohort-builder.js';

const MINUTE = 60_000;
const LOGGER = createLogger({ service: 'query', level: 'silent' });
const DEFINITION = { type: 'property', key: 'plan', op: 'eq', value: 'pro' };

describe('who builds cohorts', () => {
  let engine: TemporaryStore;
  let database: TemporaryDatabase;
  let memory: MemoryStore;
  let cohorts: CohortsRepository;
  let nowMs = Number(NOW / 1_000_000n);
  let project = 0;
  const builders: CohortBuilder[] = [];
  beforeAll(async () => {
    [engine, database] = await Promise.all([temporaryStore(), startTemporaryDatabase()]);
    memory = new MemoryStore();
    cohorts = new CohortsRepository(database.relational);
  });
  afterEach(async () => {
    for (const builder of builders.splice(0)) await builder.onApplicationShutdown();
  });
  afterAll(async () => {
    await memory.close();
    await database.stop();
    await engine[Symbol.asyncDispose]();
  });

  /** The store, with another way to read. */
  const streaming = (stream: ColumnStore['stream']): ColumnStore =>
    Object.assign(Object.create(engine.store) as ColumnStore, { stream });
  const startBuilder = (store: ColumnStore = engine.store): CohortBuilder => {
    const sources = new CohortSources(cohorts);
    const builder = new CohortBuilder(cohorts, sources, store, database.relational, memory.pubSub, () => nowMs, LOGGER);
    builders.push(builder);
    return builder;
  };
  /** A cohort of whoever has the plan `pro`, whose first generation is to be built. */
  const cohortOf = async (...persons: readonly string[]): Promise<string> => {
    project++;
    const writer = new CustomerWriter(engine.store);
    for (const person of persons) {
      await writer.seen(project, person, NOW);
      await writer.write(project, person, 'plan', { op: 'set', time: 1n, messageId: 'm', value: '"pro"' });
    }
    const now = new Date(nowMs);
    const { id } = await database.relational.client.cohort.create({
      data: {
        projectId: testProjectId(project),
        projectNumber: project,
        retentionDays: 30,
        name: 'pro',
        description: '',
        kind: 'property',
        definition: DEFINITION,
        refreshAt: null,
        createdAt: now,
        updatedAt: now,
      },
    });
    await cohorts.transaction((store) => cohorts.begin(id, now, store));
    return id;
  };
  const latest = async (id: string) => {
    const found = await cohorts.find(testProjectId(project), id);
    assert.ok(found?.generations[0]);
    return { generation: found.generation, latest: found.generations[0] };
  };
  const isIn = (id: string, state: string) => async () => {
    for (const builder of builders) builder.wake();
    const found = await latest(id);
    // A cohort and its generations are read one after the other.
    return found.latest.state === state && (state !== 'ready' || found.generation === found.latest.number) && found;
  };
  const members = async (id: string) => cohorts.members(id, 1, undefined, 10);
  /** What a process leaves behind that dies in the midst of a build. */
  const dieBuilding = async (cohortId: string, attempts: number): Promise<void> => {
    const leaseUntil = new Date(nowMs + MINUTE);
    const leaseToken = '01900000-0000-4000-8000-000000000001';
    await database.relational.client.cohortGeneration.updateMany({
      where: { cohortId },
      data: { attempts, leaseToken, leaseUntil },
    });
    await cohorts.insertMembers(cohortId, 1, ['somebody who has left', 'ann']);
  };

  it('is followed by another when it dies, once its lease is over, and nothing of it stays', async () => {
    const id = await cohortOf('ann', 'bob');
    await dieBuilding(id, 1);
    startBuilder().wake();
    await setTimeout(300);
    assert.equal((await latest(id)).latest.state, 'building', 'the lease is respected');
    nowMs += MINUTE + 1;
    const { generation, latest: built } = await eventually('built', isIn(id, 'ready'));
    assert.deepEqual([generation, built.count, built.error, built.attempts], [1, 2, null, 2]);
    assert.deepEqual(await members(id), ['ann', 'bob']);
  });

  it('cannot go on where it was taken over, however late it wakes up', async () => {
    const id = await cohortOf('ann');
    let wake: () => void = () => {};
    const asleep = new Promise<void>((resolve) => (wake = resolve));
    const frozen = streaming(async function* <Row>() {
      await asleep;
      yield [{ person: 'somebody who has left' }] as Row[];
    });
    startBuilder(frozen).wake();
    await eventually('it builds', async () => (await latest(id)).latest.leaseToken !== null);
    nowMs += MINUTE + 1;
    const second = startBuilder();
    await eventually('taken over', async () => {
      second.wake();
      return (await latest(id)).latest.state === 'ready';
    });
    wake();
    await builders[0]?.onApplicationShutdown();
    assert.deepEqual(await members(id), ['ann']);
    assert.deepEqual([(await latest(id)).latest.state, (await latest(id)).latest.count], ['ready', 1]);
  });

  it('fails after three attempts, visibly, and does not keep a later generation from being built', async () => {
    const id = await cohortOf('ann');
    let isBroken = true;
    const store = streaming((statement) => {
      if (isBroken) throw new ServiceError('query_too_expensive');
      return engine.store.stream(statement);
    });
    startBuilder(store);
    const failed = await eventually('failed', async () => {
      nowMs += 10_000;
      return isIn(id, 'failed')();
    });
    assert.deepEqual([failed.generation, failed.latest.error, failed.latest.attempts], [0, 'query_too_expensive', 3]);
    isBroken = false;
    const next = await cohorts.transaction((tx) => cohorts.begin(id, new Date(nowMs), tx));
    assert.equal(next.number, 2);
    const built = await eventually('built', isIn(id, 'ready'));
    assert.deepEqual([built.generation, built.latest.error], [2, null]);
  });

  it('never sticks: one that dies every time has failed as interrupted', async () => {
    const id = await cohortOf('ann');
    await dieBuilding(id, 3);
    nowMs += MINUTE + 1;
    startBuilder();
    const { latest: given } = await eventually('given up', isIn(id, 'failed'));
    assert.equal(given.error, 'interrupted');
  });

  it('is begun anew for what is due, by one of many', async () => {
    const id = await cohortOf('ann');
    startBuilder();
    await eventually('built', isIn(id, 'ready'));
    await database.relational.client.cohort.update({ where: { id }, data: { refreshAt: new Date(nowMs - 1) } });
    for (let nth = 0; nth < 4; nth++) startBuilder();
    await eventually('refreshed', async () => {
      for (const builder of builders) builder.wake();
      return (await latest(id)).generation === 2;
    });
    const generations = await cohorts.history(id, undefined, 10);
    assert.deepEqual(
      generations.map(({ number, state }) => [number, state]),
      [
        [2, 'ready'],
        [1, 'ready'],
      ],
    );
  });
});
