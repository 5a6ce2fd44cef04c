import assert from 'node:assert/strict';
import { MemoryStore } from '@svc/cache';
import type { ColumnStore } from '@svc/columnar';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import { createLogger } from '@svc/observability';
import { NOW } from '@svc/reading/testing';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { ServiceError } from '@svc/service-error';
import { eventually } from '@svc/test-servers';
import { Jobs, type BackgroundJob } from '@svc/work';
import { CustomerWriter, testProjectId } from '../../../customers/persons/persons.fixture.js';
import { COHORT_BUILDS, COHORT_REFRESHES, REFRESH_MS } from '../cohort-jobs.js';
import { CohortMembersRepository } from '../cohort-members.repository.js';
import { CohortSources } from '../cohort-sources.js';
import { CohortUsers } from '../cohort-users.js';
import { CohortsRepository } from '../cohorts.repository.js';
import { GenerationsRepository } from '../generations.repository.js';
import { CohortBuilder } from './cohort-builder.js';
import { CohortBuildsRepository } from './cohort-builds.repository.js';
import { CohortRefresher } from './cohort-refresher.js';

const MINUTE = 60_000;
const LOGGER = createLogger({ service: 'query', level: 'silent' });
const DEFINITION = { type: 'property', key: 'plan', op: 'eq', value: 'pro' };

describe('CohortBuilder', () => {
  let engine: SharedStore;
  let database: TemporaryDatabase;
  let memory: MemoryStore;
  let cohorts: CohortsRepository;
  let memberships: CohortMembersRepository;
  let generations: GenerationsRepository;
  let builds: CohortBuildsRepository;
  let nowMs = Number(NOW / 1_000_000n);
  let project = 0;
  const processes: { readonly jobs: Jobs; readonly running: BackgroundJob }[] = [];
  beforeAll(async () => {
    [engine, database] = await Promise.all([sharedStore(), startTemporaryDatabase()]);
    memory = new MemoryStore();
    cohorts = new CohortsRepository(database.relational);
    memberships = new CohortMembersRepository(database.relational);
    generations = new GenerationsRepository(database.relational, memberships);
    builds = new CohortBuildsRepository(database.relational, memberships);
  });
  afterEach(async () => {
    for (const { running } of processes.splice(0)) await running.stop();
  });
  afterAll(async () => {
    await memory.close();
    await database.stop();
    await engine[Symbol.asyncDispose]();
  });

  /** The store, with another way to read. */
  const streaming = (stream: ColumnStore['stream']): ColumnStore =>
    Object.assign(Object.create(engine.store) as ColumnStore, { stream });
  /** The workers of a process of its own. */
  const startBuilder = (store: ColumnStore = engine.store): BackgroundJob => {
    const clock = () => nowMs;
    const jobs = new Jobs(database.relational, memory.pubSub, clock, LOGGER);
    new CohortBuilder(
      builds,
      generations,
      new CohortSources(cohorts, memberships),
      new CohortUsers(),
      jobs,
      store,
      memory.pubSub,
      clock,
    );
    new CohortRefresher(cohorts, generations, jobs, clock);
    const running = jobs.start();
    processes.push({ jobs, running });
    return running;
  };
  const wake = (): void => {
    for (const { jobs } of processes) {
      jobs.wake(COHORT_BUILDS);
      jobs.wake(COHORT_REFRESHES);
    }
  };
  /** Creates a cohort of the persons with the plan `pro`, whose first generation is to be built. */
  const addCohort = async (...persons: readonly string[]): Promise<string> => {
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
        createdAt: now,
        updatedAt: now,
      },
    });
    await cohorts.transaction((store) => generations.start(id, now, store));
    return id;
  };
  const latest = async (id: string, itsProject = project) => {
    const found = await cohorts.find(testProjectId(itsProject), id);
    assert.ok(found?.generations[0]);
    return { generation: found.generation, latest: found.generations[0] };
  };
  const isIn = (id: string, state: string, itsProject?: number) => async () => {
    wake();
    const found = await latest(id, itsProject);
    // A cohort and its generations are read one after the other.
    return found.latest.state === state && (state !== 'ready' || found.generation === found.latest.number) && found;
  };
  const members = async (id: string) => memberships.list(id, 1, undefined, 10);
  /** The state after a process died during its `attempts`-th attempt at a build. */
  const dieBuilding = async (cohortId: string, attempts: number): Promise<void> => {
    await database.relational.client.job.updateMany({
      where: { queue: COHORT_BUILDS.name, key: `${cohortId}/1` },
      data: { attempts, leaseToken: attempts, leaseUntil: new Date(nowMs + MINUTE) },
    });
    await memberships.insert(cohortId, 1, ['member of an earlier attempt', 'ann']);
  };

  it('takes over a build whose process died, after the lease, and keeps no member of the earlier attempt', async () => {
    const isOtherReady = isIn(await addCohort('cyd'), 'ready', project);
    const id = await addCohort('ann', 'bob');
    await dieBuilding(id, 1);
    startBuilder();
    await eventually('another one is built', isOtherReady);
    assert.equal((await latest(id)).latest.state, 'building', 'the lease is respected');
    nowMs += MINUTE + 1;
    const { generation, latest: built } = await eventually('built', isIn(id, 'ready'));
    assert.deepEqual([generation, built.count, built.error, built.attempts], [1, 2, null, 2]);
    assert.deepEqual(await members(id), ['ann', 'bob']);
  });

  it('writes nothing of a build that another process took over meanwhile', async () => {
    const id = await addCohort('ann');
    let resume: () => void = () => {};
    const paused = new Promise<void>((resolve) => (resume = resolve));
    const frozen = streaming(async function* <Row>() {
      await paused;
      yield [{ person: 'member of an earlier attempt' }] as Row[];
    });
    const first = startBuilder(frozen);
    await eventually('it builds', async () => (await latest(id)).latest.attempts === 1);
    nowMs += MINUTE + 1;
    startBuilder();
    await eventually('taken over', isIn(id, 'ready'));
    resume();
    await first.stop();
    assert.deepEqual(await members(id), ['ann']);
    assert.deepEqual([(await latest(id)).latest.state, (await latest(id)).latest.count], ['ready', 1]);
  });

  it('ends a build whose cohort is deleted at that moment, without a deadlock', async () => {
    const id = await addCohort('ann');
    const { client } = database.relational;
    let finishing: Promise<boolean> | undefined;
    await client.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM cohorts WHERE id = ${id}::uuid FOR UPDATE`;
      finishing = builds.finish({ cohortId: id, number: 1, fence: () => Promise.resolve() }, 1, new Date(nowMs), []);
      await eventually('the build waits for the deletion', async () => {
        const waiting = await client.$queryRaw<unknown[]>`SELECT 1 FROM pg_locks WHERE NOT granted`;
        return waiting.length > 0;
      });
      await tx.cohort.delete({ where: { id } });
    });
    assert.equal(await finishing, false);
  });

  it('fails a generation after three attempts and builds later ones', async () => {
    const id = await addCohort('ann');
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
    const next = await cohorts.transaction((tx) => generations.start(id, new Date(nowMs), tx));
    assert.equal(next?.number, 2);
    const built = await eventually('built', isIn(id, 'ready'));
    assert.deepEqual([built.generation, built.latest.error], [2, null]);
  });

  it('fails a generation as interrupted if every attempt ended with its process', async () => {
    const id = await addCohort('ann');
    await dieBuilding(id, 3);
    nowMs += MINUTE + 1;
    startBuilder();
    const { latest: given } = await eventually('given up', isIn(id, 'failed'));
    assert.equal(given.error, 'interrupted');
  });

  it('refreshes a cohort every 15 minutes, in one process of many', async () => {
    const id = await addCohort('ann');
    startBuilder();
    await eventually('built', isIn(id, 'ready'));
    const cohort = await database.relational.client.cohort.findUniqueOrThrow({ where: { id } });
    await generations.scheduleRefreshes(cohort, new Date(nowMs), database.relational.client);
    nowMs += REFRESH_MS;
    for (let nth = 0; nth < 4; nth++) startBuilder();
    await eventually('refreshed', async () => {
      wake();
      return (await latest(id)).generation === 2;
    });
    const history = await generations.history(id, undefined, 10);
    assert.deepEqual(
      history.map(({ number, state }) => [number, state]),
      [
        [2, 'ready'],
        [1, 'ready'],
      ],
    );
  });
});
