import assert from 'node:assert/strict';
import type { ColumnStore } from '@svc/columnar';
import { AI_WORK_STORED_CHANNEL } from '@svc/otlp';
import { eventually } from '@svc/test-servers';
import { startRestingJob } from '../resting-job.fixture.js';
import { agentSpan, newTraceId, openRunWorld, plainSpan, SECOND, type RunWorld } from '../runs.fixture.js';

const [ROOT, AGENT] = ['1', '2'].map((id) => id.padStart(16, '0')) as [string, string];

describe('the assembly of agent runs at rest', () => {
  let world: RunWorld;
  let timestamp: bigint;
  beforeAll(async () => {
    world = await openRunWorld();
    await world.assemblyWakeUps.onModuleInit();
  });
  beforeEach(async () => {
    world.time.aheadMs = 0;
    await world.relational.client.agentRunAssembly.deleteMany();
    await world.store.command('TRUNCATE TABLE ai_arrivals');
    timestamp = BigInt(Date.now()) * 1_000_000n - 60n * SECOND;
    // Nothing was announced in the last half minute.
    world.time.aheadMs = -31_000;
    world.assemblyWakeUps.arrived();
    world.time.aheadMs = 0;
    assert.ok(!world.assemblyWakeUps.isBusy);
  });
  afterAll(async () => {
    await world.assemblyWakeUps.onModuleDestroy();
    await world.stop();
  });

  it('reads arrivals once in a pass while nothing arrives, and at the delays of what has arrived', async () => {
    const { store, takeStatements } = countingArrivals(world.store);
    const assembly = world.newAssembly(store);
    const passAt = async (seconds: number) => {
      world.time.aheadMs = seconds * 1_000;
      takeStatements();
      await assembly.pass(world.tools);
      return takeStatements();
    };
    await assembly.resume(world.tools);
    assert.equal(await passAt(0), 1);
    assert.equal(await passAt(30), 1);
    const { number } = await world.newProject();
    await world.telemetry.spans([agentSpan(number, { traceId: newTraceId(), timestamp, spanId: AGENT })]);
    // The clock of the assembly is ahead of that of arrivals, so the lane of 30 seconds has passed the arrival already.
    await assembly.resume(world.tools);
    const seen: Record<string, number> = {};
    for (const seconds of [31, 90, 895, 960, 1_020, 3_600, 3_660, 3_720, 7_200]) seen[seconds] = await passAt(seconds);
    assert.deepEqual(Object.entries(seen).filter(([, statements]) => statements > 1).length, 3, JSON.stringify(seen));
    assert.equal(seen['7200'], 1);
  });

  it('finds late spans without AI work after a process that has ended', async () => {
    const [{ number }, traceId] = [await world.newProject(), newTraceId()];
    const first = world.newAssembly();
    await first.resume(world.tools);
    await world.telemetry.spans([agentSpan(number, { traceId, timestamp, spanId: AGENT, parentSpanId: ROOT })]);
    await first.pass(world.tools);
    await first.save(world.tools);
    assert.deepEqual(await ids(number), [`${traceId}-${AGENT}`]);
    await world.telemetry.spans([plainSpan(number, { traceId, timestamp, spanId: ROOT, statusCode: 2 })]);
    world.time.aheadMs += 31_000;
    const { store, takeStatements } = countingArrivals(world.store);
    const second = world.newAssembly(store);
    await second.resume(world.tools);
    takeStatements();
    await second.pass(world.tools);
    assert.equal(takeStatements(), 2);
  });

  it('finds announced AI work that became visible too late for the first reading', async () => {
    const { number } = await world.newProject();
    const assembly = world.newAssembly();
    await assembly.resume(world.tools);
    world.time.aheadMs = 20_000;
    await assembly.pass(world.tools);
    await world.telemetry.spans([agentSpan(number, { traceId: newTraceId(), timestamp, spanId: AGENT })]);
    world.assemblyWakeUps.arrived();
    await assembly.pass(world.tools);
    assert.deepEqual(await ids(number), []);
    world.time.aheadMs = 45_000;
    world.assemblyWakeUps.arrived();
    await assembly.pass(world.tools);
    assert.equal((await ids(number)).length, 1);
  });

  it('rests until AI work is announced', async () => {
    const { number } = await world.newProject();
    const { rests, stop } = startRestingJob(world.newAssembly(), world.assemblyWakeUps, world.tools);
    try {
      await eventually('the assembly rests', () => rests.length > 0);
      assert.equal(rests[0], 30_000);
      await world.telemetry.spans([agentSpan(number, { traceId: newTraceId(), timestamp, spanId: AGENT })]);
      await world.pubSub.publish(AI_WORK_STORED_CHANNEL, '');
      await eventually('the run is assembled', async () => (await world.runs(number)).length === 1);
    } finally {
      await stop();
    }
  });

  const ids = async (number: number) => (await world.runs(number)).map(({ run_id }) => run_id);
});

/** A store that counts the statements that read arrivals. */
function countingArrivals(through: ColumnStore) {
  let statements = 0;
  const store = new Proxy(through, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== 'query') return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      return (...[statement]: Parameters<ColumnStore['query']>) => {
        if (statement.sql.includes('FROM ai_arrivals')) statements += 1;
        return target.query(statement);
      };
    },
  });
  const takeStatements = (): number => {
    const taken = statements;
    statements = 0;
    return taken;
  };
  return { store, takeStatements };
}
