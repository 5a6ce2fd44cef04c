import assert from 'node:assert/strict';
import { create } from '@bufbuild/protobuf';
import { ScoresAddRequestSchema } from '@svc/contract';
import { writeAgentRuns } from '@svc/reading/testing';
import { Erasables } from '../../erasure/index.js';
import { openRunWorld, SECOND, type RunWorld } from '../runs/runs.fixture.js';
import { ScoresRepository } from '../scores/scores.repository.js';
import { ScoresService } from '../scores/scores.service.js';
import { LATE_ERASURES, type LateErasure } from './late-erasure.js';
import { RunErasure } from './run-erasure.js';

describe('the erasure of the runs of a person', () => {
  let world: RunWorld;
  let scores: ScoresService;
  let erasables: Erasables;
  let erasure: RunErasure;
  const { signal } = new AbortController();
  beforeAll(async () => {
    world = await openRunWorld();
    const { relational, clock } = world;
    scores = new ScoresService(new ScoresRepository(relational), clock);
    erasables = new Erasables();
    erasure = new RunErasure(scores, world.changes, world.store, relational, clock, erasables, world.newJobs());
  });
  afterAll(() => world.stop());

  const timestamp = BigInt(Date.now()) * 1_000_000n - 3_600n * SECOND;
  const write = (project: number, runId: string, distinctId: string) =>
    writeAgentRuns(world.telemetry, [{ project, runId, timestamp, distinctId }]);
  const score = (projectId: string, runId: string) =>
    scores.add(
      { projectId, runId, expiresAt: new Date(Date.now() + 86_400_000) },
      { source: 'human', author: 'eve' },
      create(ScoresAddRequestSchema, { runId, label: 'bad', comment: 'Ann was rude.' }),
    );

  it('deletes the scores of all runs of the person, and of no other', async () => {
    const [project, other] = [await world.newProject(), await world.newProject()];
    for (const runId of ['1', '2']) await write(project.number, runId, 'ann');
    await write(project.number, '3', 'bob');
    await write(other.number, '1', 'bob');
    for (const runId of ['1', '2', '3']) await score(project.id, runId);
    await score(other.id, '1');
    await erasables.beforeErasure(['ann', 'phone'], project, signal);
    const left = async (projectId: string) =>
      (await world.relational.client.score.findMany({ where: { projectId } })).map(({ runId }) => runId);
    assert.deepEqual([await left(project.id), await left(other.id)], [['3'], ['1']]);
  });

  it('deletes what an assembly writes that had read the spans before', async () => {
    const project = await world.newProject();
    await erasables.erasePerson(['phone', 'ann'], project);
    await write(project.number, 'late', 'ann');
    await write(project.number, 'kept', 'bob');
    await score(project.id, 'late');
    const job = await world.relational.client.job.findFirstOrThrow({
      where: { queue: LATE_ERASURES.name, projectId: project.id },
    });
    assert.ok(job.runAt.getTime() >= world.clock() + 4 * 60_000, 'the assembly has ended by then');
    await erasure.handle({ job: { ...job, payload: job.payload as unknown as LateErasure }, signal });
    assert.deepEqual(
      (await world.runs(project.number)).map((run) => run.run_id),
      ['kept'],
    );
    assert.equal(await world.relational.client.score.count({ where: { projectId: project.id } }), 0);
  });

  it('has one job for each person, however often its erasure is repeated', async () => {
    const project = await world.newProject();
    for (const ids of [
      ['a', 'b'],
      ['b', 'a'],
    ])
      await erasables.erasePerson(ids, project);
    assert.equal(await world.relational.client.job.count({ where: { projectId: project.id } }), 1);
  });
});
