import assert from 'node:assert/strict';
import { missingServers, skipOrFail, type Topology } from '@svc/testing';
import { defaultProject } from '../crash/people.js';
import { takesOver } from '../crash/standstill.js';
import { byEffort } from '../effort.js';
import { chooseSeed } from '../random.js';
import { startTopology } from '../topology.js';
import { buildAttempts, builtGenerations, createCohorts } from './cohorts.js';
import { Load } from './load.js';

const REPLICAS = { gateway: 2, ingest: 2, query: 3, alerting: 2, exports: 2, integrations: 2 };
/** A process that answers, one that stores and a broker. A thorough run kills one of each kind, and of three query processes two. */
const VICTIMS = [
  ...['query', 'kafka-1', 'ingest'],
  ...byEffort([], ['gateway-2', 'query-2', 'redis', 'alerting', 'exports', 'integrations']),
];
/** The shortest session timeout that brokers allow by default, so that a dead consumer is noticed soon. */
const SESSION_MS = 6_000;
const COHORTS = 6;
const BROKERS = 3;

const missing = await missingServers(BROKERS);
if (missing !== undefined) skipOrFail('several processes of every service', missing);

const describeScale = missing === undefined ? describe : describe.skip;

describeScale('several processes of every service under load', () => {
  let topology: Topology;
  let project: string;
  let load: Load;
  beforeAll(async () => {
    topology = await startTopology('distributed', {
      replicas: REPLICAS,
      kafkaBrokers: BROKERS,
      sharedEnv: { SVC_KAFKA_SESSION_TIMEOUT_MS: String(SESSION_MS) },
    });
    project = await defaultProject(topology);
    load = await Load.start(topology, chooseSeed());
  });
  afterAll(async () => {
    await load?.end();
    await topology?.stop();
  });

  it('works with several processes of every service', () => load.progresses());

  it('runs each job once', async () => {
    const ids = await createCohorts(load.rest.client, project, COHORTS);
    const generations = await builtGenerations(load.rest.client, project, ids);
    assert.deepEqual(
      generations,
      ids.map(() => 1),
    );
    assert.equal(await buildAttempts(topology), COHORTS);
  });

  for (const [leaving, staying] of [
    ['ingest-2', 0],
    ['ingest', 1],
  ] as const) {
    it(`hands the partitions of ${leaving} over when it leaves, and shares them again`, async () => {
      const child = topology.processes.get(leaving);
      await child?.stop();
      load.witnesses.push(...(await takesOver(topology, load.delivery, { name: leaving, other: staying })));
      child?.start();
      await topology.processReady(leaving);
      await load.progresses();
    });
  }

  for (const name of VICTIMS) {
    it(`continues when ${name} is killed`, async () => {
      const cohorts = createCohorts(load.rest.client, project, 1);
      const child = topology.processes.get(name);
      await (child ?? topology.dependencies.get(name))?.kill();
      await load.progresses();
      child?.start();
      if (child) await topology.processReady(name);
      assert.deepEqual(await builtGenerations(load.rest.client, project, await cohorts), [1]);
    });
  }

  it('has lost and doubled nothing', () => load.finish());
});
