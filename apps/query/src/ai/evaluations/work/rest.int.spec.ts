import assert from 'node:assert/strict';
import { create } from '@bufbuild/protobuf';
import { EvalsSetRequestSchema } from '@svc/contract';
import { eventually } from '@svc/test-servers';
import { startRestingJob } from '../../runs/resting-job.fixture.js';
import { agentSpan, newTraceId, openRunWorld, SECOND, type RunWorld } from '../../runs/runs.fixture.js';
import { newEvaluations } from '../evaluations.fixture.js';
import { EvaluationsRepository } from '../runs/evaluations.repository.js';

describe('the evaluation of agent runs at rest', () => {
  let world: RunWorld;
  beforeAll(async () => {
    world = await openRunWorld();
  });
  afterAll(() => world.stop());

  it('rests until runs are assembled, and is woken when an evaluation is due', async () => {
    const { relational, store, clock, pubSub } = world;
    const { evaluation, wakeUps, configs } = newEvaluations({ store, relational, clock, pubSub });
    const project = await world.newProject();
    const settings = { delaySeconds: 60, enabledMetrics: ['tool_error_rate'] };
    await configs.set(project.id, 'ann', create(EvalsSetRequestSchema, settings));
    await wakeUps.onModuleInit();
    world.time.aheadMs += 31_000;
    const { rests, stop } = startRestingJob(evaluation, wakeUps, world.tools);
    try {
      await eventually('the evaluation rests', () => rests.length > 0);
      assert.equal(rests[0], 30_000);
      await assembleRun(project.number);
      await eventually('the evaluation is scheduled', () => relational.client.runEvaluation.findFirst().then(Boolean));
    } finally {
      await stop();
    }
    await wakeUps.onModuleDestroy();
    await wokenBy(() => void (world.time.aheadMs += 61_000));
  });

  async function assembleRun(number: number): Promise<void> {
    const timestamp = BigInt(Date.now()) * 1_000_000n - 60n * SECOND;
    await world.telemetry.spans([
      agentSpan(number, { traceId: newTraceId(), timestamp, spanId: '1'.padStart(16, '0') }),
    ]);
    const assembly = world.newAssembly();
    await assembly.resume(world.tools);
    await assembly.pass(world.tools);
  }

  /** Checks that nothing is due before the action, and that what is due afterwards is noticed. */
  async function wokenBy(action: () => void): Promise<void> {
    const repository = new EvaluationsRepository(world.relational);
    assert.deepEqual(await repository.due(new Date(world.clock())), []);
    let isWoken = false;
    const end = repository.watchDue(10, world.clock, () => (isWoken = true));
    action();
    await eventually('the evaluation is woken', () => isWoken);
    end();
  }
});
