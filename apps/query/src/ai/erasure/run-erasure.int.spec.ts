import assert from 'node:assert/strict';
import { create } from '@bufbuild/protobuf';
import { ScoresAddRequestSchema } from '@svc/contract';
import { putAgentContent } from '@svc/objects/agent-content';
import { writeAgentRuns, writeContent } from '@svc/reading/testing';
import { ContentErasure } from '../../agent-content/index.js';
import { Erasables } from '../../erasure/index.js';
import { agentSpan, callSpan, newTraceId, openRunWorld, SECOND, type RunWorld } from '../runs/runs.fixture.js';
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
    const contents = new ContentErasure(world.objects);
    erasure = new RunErasure(
      scores,
      world.changes,
      contents,
      world.store,
      relational,
      clock,
      erasables,
      world.newJobs(),
    );
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

  it('deletes prompts and answers of the person and of the traces of the runs, with their objects', async () => {
    const [project, other] = [await world.newProject(), await world.newProject()];
    const [run, alone, kept] = [newTraceId(), newTraceId(), newTraceId()];
    const [root, call] = ['1'.repeat(16), '2'.repeat(16)];
    const spansOf = (traceId: string, distinctId: string) => [
      agentSpan(project.number, { traceId, spanId: root, timestamp, distinctId }),
      callSpan(project.number, { traceId, spanId: call, parentSpanId: root, timestamp: timestamp + SECOND }),
    ];
    await world.telemetry.spans([...spansOf(run, 'ann'), ...spansOf(kept, 'bob')]);
    const assembly = world.newAssembly();
    await assembly.resume(world.tools);
    await assembly.pass(world.tools);
    const objects: string[] = [];
    const write = async (owner: number, traceId: string, spanId: string, distinctId: string) => {
      const place = {
        projectNumber: owner,
        retentionDays: 30,
        startMs: Number(timestamp / 1_000_000n),
        traceId,
        spanId,
      };
      const object = { ...place, event: 0, key: 'gen_ai.prompt' };
      const objectKey = await putAgentContent(world.objects, object, Buffer.from(traceId + spanId));
      objects.push(objectKey);
      const row = { project: owner, timestamp, traceId, spanId, distinctId };
      await writeContent(world.telemetry, [
        { ...row, content: { 'gen_ai.prompt': '' }, objectKey },
        { ...row, content: { 'gen_ai.completion': 'Ann was rude.' } },
      ]);
    };
    await write(project.number, run, call, '');
    await write(project.number, alone, call, 'phone');
    await write(project.number, kept, call, 'bob');
    await write(other.number, run, call, 'ann');
    await erasables.beforeErasure(['ann', 'phone'], project, signal);
    const found = await Promise.all(objects.map((key) => world.objects.head(key)));
    assert.deepEqual(
      found.map((object) => object !== undefined),
      [false, false, true, true],
    );
    const rows = await world.store.query<{ project: number; trace: string }>({
      sql: `SELECT project_number AS project, lower(hex(trace_id)) AS trace FROM ai_content WHERE project_number IN {projects:Array(UInt32)} ORDER BY project, trace`,
      parameters: { projects: [project.number, other.number] },
      limits: { timeoutMs: 10_000, maxRowsToRead: 100_000, maxResultRows: 100, maxMemoryBytes: 100_000_000 },
    });
    assert.deepEqual(
      rows.map(({ project: number, trace }) => [number, trace]),
      [
        [project.number, kept],
        [project.number, kept],
        [other.number, run],
        [other.number, run],
      ],
    );
  });
});
