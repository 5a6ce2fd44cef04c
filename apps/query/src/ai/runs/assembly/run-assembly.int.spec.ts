import assert from 'node:assert/strict';
import type { ColumnStore } from '@svc/columnar';
import { runDeletion, Scope, sql, stringParam } from '@svc/reading/statement';
import { testReader } from '@svc/reading/testing';
import { AGENT_RUNS, AGENT_STEPS } from '@svc/tables';
import { PERSON_TABLES } from '../../../customers/persons/erasure/person-tables.js';
import { PROJECT_TABLES } from '../../../erasure/project-tables.js';
import { TracesRepository } from '../../../telemetry/traces/traces.repository.js';
import {
  agentSpan,
  callSpan,
  newTraceId,
  openRunWorld,
  plainSpan,
  SECOND,
  toolSpan,
  type RunWorld,
} from '../runs.fixture.js';

const [ROOT, AGENT, CALL, TOOL, LATE] = ['1', '2', '3', '4', '5'].map((id) => id.padStart(16, '0')) as [
  string,
  string,
  string,
  string,
  string,
];

describe('the assembly of agent runs', () => {
  let world: RunWorld;
  let timestamp: bigint;
  beforeAll(async () => {
    world = await openRunWorld();
  });
  beforeEach(async () => {
    world.time.aheadMs = 0;
    await world.relational.client.agentRunAssembly.deleteMany();
    // Every new process would assemble the traces of other tests again.
    await world.store.command('TRUNCATE TABLE ai_arrivals');
    timestamp = BigInt(Date.now()) * 1_000_000n - 60n * SECOND;
  });
  afterAll(() => world.stop());

  /** A pass of a new process, which continues where the last one ended. */
  async function pass(assembly = world.newAssembly()): Promise<void> {
    await assembly.resume(world.tools);
    await assembly.pass(world.tools);
    await assembly.save(world.tools);
  }

  it('stores a run and its steps, with what they cost', async () => {
    const [{ number }, traceId] = [await world.newProject(), newTraceId()];
    const at = { traceId, timestamp };
    await world.telemetry.spans([
      plainSpan(number, { ...at, spanId: ROOT }),
      agentSpan(number, { ...at, spanId: AGENT, parentSpanId: ROOT }),
      callSpan(number, { ...at, spanId: CALL, parentSpanId: AGENT }),
      toolSpan(number, { ...at, spanId: TOOL, parentSpanId: AGENT }),
    ]);
    await pass();
    const run_id = `${traceId}-${AGENT}`;
    const expected = { run_id, status: 'completed', is_inferred: 0, steps: 3, llm_calls: 1, cost: '0.0035', flags: [] };
    assert.deepEqual(await world.runs(number), [expected]);
    assert.deepEqual(
      (await world.steps(number)).map((step) => [step.span_id, step.run_id]),
      [AGENT, CALL, TOOL].map((id) => [id, run_id]),
    );
  });

  it('replaces the run of calls whose agent comes later, in any order of the batches', async () => {
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ]) {
      const [{ number }, traceId] = [await world.newProject(), newTraceId()];
      const at = { traceId, timestamp };
      const spans = [
        agentSpan(number, { ...at, spanId: AGENT, parentSpanId: ROOT }),
        callSpan(number, { ...at, spanId: CALL, parentSpanId: AGENT }),
        agentSpan(number, { ...at, spanId: ROOT }),
      ];
      for (const index of order) {
        await world.telemetry.spans(spans.slice(index, index + 1));
        await pass();
      }
      const runs = await world.runs(number);
      assert.deepEqual(
        runs.map((run) => [run.run_id, run.steps, run.llm_calls, run.cost, run.flags]),
        [[`${traceId}-${ROOT}`, 3, 1, '0.0035', []]],
        order.join(),
      );
      assert.deepEqual(
        new Set((await world.steps(number)).map((step) => step.run_id)),
        new Set([`${traceId}-${ROOT}`]),
      );
    }
  });

  it('moves a run whose root started much earlier than the spans that came first', async () => {
    const [{ number }, traceId] = [await world.newProject(), newTraceId()];
    await world.telemetry.spans([callSpan(number, { traceId, timestamp, spanId: CALL, parentSpanId: ROOT })]);
    await pass();
    const root = { traceId, spanId: ROOT, timestamp: timestamp - 3_600n * SECOND, durationNs: 3_700n * SECOND };
    await world.telemetry.spans([plainSpan(number, root)]);
    world.time.aheadMs += 31_000;
    await pass();
    assert.deepEqual(
      (await world.runs(number)).map((run) => [run.run_id, run.status, run.flags]),
      [[traceId, 'completed', []]],
    );
  });

  it('concludes the status of a run without a root after 15 minutes, and corrects it when the root comes', async () => {
    const [{ number }, traceId] = [await world.newProject(), newTraceId()];
    const call = { traceId, timestamp, spanId: CALL, parentSpanId: ROOT };
    const assembly = world.newAssembly();
    await world.telemetry.spans([callSpan(number, call)]);
    await pass(assembly);
    const statuses = async () => (await world.runs(number)).map(({ status, is_inferred }) => [status, is_inferred]);
    assert.deepEqual(await statuses(), [['running', 0]]);
    world.time.aheadMs += 903_000;
    await pass(assembly);
    assert.deepEqual(await statuses(), [['completed', 1]]);
    await world.telemetry.spans([agentSpan(number, { traceId, timestamp, spanId: ROOT, statusCode: 2 })]);
    await pass(assembly);
    assert.deepEqual(await statuses(), [['failed', 0]]);
  });

  it('joins the traces to which an application gives one ID', async () => {
    const [{ number }, one, other] = [await world.newProject(), newTraceId(), newTraceId()];
    const id = { 'agent.run.id': 'order 7' };
    await world.telemetry.spans([agentSpan(number, { traceId: one, timestamp, spanId: ROOT }, id)]);
    await pass();
    await world.telemetry.spans([
      agentSpan(number, { traceId: other, timestamp: timestamp + 20n * SECOND, spanId: ROOT }, id),
      callSpan(number, { traceId: other, timestamp: timestamp + 20n * SECOND, spanId: CALL, parentSpanId: ROOT }),
    ]);
    await pass();
    assert.deepEqual(
      (await world.runs(number)).map((run) => [run.run_id, run.steps]),
      [['order 7', 3]],
    );
  });

  it('flags a run that has more traces than are assembled together', async () => {
    const { number } = await world.newProject();
    const id = { 'agent.run.id': 'long order' };
    // The traces arrive in two parts, as a batch of them is assembled together.
    for (let part = 0; part < 2; part += 1) {
      const spans = Array.from({ length: 30 }, () =>
        agentSpan(number, { traceId: newTraceId(), timestamp, spanId: ROOT }, id),
      );
      await world.telemetry.spans(spans);
      await pass();
    }
    assert.deepEqual(
      (await world.runs(number)).map((run) => [run.run_id, run.steps, run.flags]),
      [['long order', 50, ['spans_cut']]],
    );
  });

  it.each([1, 2, 3])('loses and doubles nothing if a process ends before its insert %d', async (nth) => {
    const [{ number }, traceId] = [await world.newProject(), newTraceId()];
    const at = { traceId, timestamp };
    await world.telemetry.spans([callSpan(number, { ...at, spanId: CALL, parentSpanId: AGENT })]);
    await pass();
    const agent = agentSpan(number, { ...at, spanId: AGENT, parentSpanId: ROOT });
    await world.telemetry.spans([agent]);
    const interrupted = world.newAssembly(failingAt(world.store, nth));
    await interrupted.resume(world.tools);
    await assert.rejects(interrupted.pass(world.tools), /killed/);
    // A span that arrives meanwhile gives the run another key again.
    await world.telemetry.spans([agentSpan(number, { ...at, spanId: ROOT })]);
    await pass();
    assert.deepEqual(
      (await world.runs(number)).map((run) => [run.run_id, run.steps, run.cost]),
      [[`${traceId}-${ROOT}`, 3, '0.0035']],
    );
    assert.deepEqual(new Set((await world.steps(number)).map((step) => step.run_id)), new Set([`${traceId}-${ROOT}`]));
  });

  it('ends in the same runs when two processes overlap', async () => {
    const [{ number }, traceId] = [await world.newProject(), newTraceId()];
    const at = { traceId, timestamp };
    await world.telemetry.spans([callSpan(number, { ...at, spanId: CALL, parentSpanId: AGENT })]);
    const assemblies = [world.newAssembly(), world.newAssembly()];
    await Promise.all(assemblies.map((assembly) => pass(assembly)));
    await world.telemetry.spans([agentSpan(number, { ...at, spanId: AGENT })]);
    await Promise.all(assemblies.map((assembly) => pass(assembly)));
    assert.deepEqual(
      (await world.runs(number)).map((run) => [run.run_id, run.steps]),
      [[`${traceId}-${AGENT}`, 2]],
    );
  });

  it('writes nothing after another process took the job over', async () => {
    const [{ number }, traceId] = [await world.newProject(), newTraceId()];
    await world.telemetry.spans([agentSpan(number, { traceId, timestamp, spanId: AGENT })]);
    const assembly = world.newAssembly();
    await assembly.resume(world.tools);
    const fence = () => Promise.reject(new Error('the lease is lost'));
    await assert.rejects(assembly.pass({ ...world.tools, fence }), /lease is lost/);
    assert.deepEqual(await world.runs(number), []);
    await pass(assembly);
    assert.equal((await world.runs(number)).length, 1);
  });

  it('assembles all traces of a project with more than one statement reads, and others in between', async () => {
    const [busy, quiet] = [await world.newProject(), await world.newProject()];
    const spanOf = (project: number) => agentSpan(project, { traceId: newTraceId(), timestamp, spanId: AGENT });
    await world.telemetry.spans(Array.from({ length: 620 }, () => spanOf(busy.number)));
    await world.telemetry.spans([spanOf(quiet.number)]);
    await pass();
    assert.equal((await world.runs(quiet.number)).length, 1);
    await pass();
    assert.equal((await world.runs(busy.number)).length, 620);
    assert.deepEqual(
      (await world.repository.progress()).filter(({ projectNumber }) => projectNumber === busy.number),
      [],
    );
  });

  it('deletes runs with their trace, which are not assembled again', async () => {
    const [project, traceId] = [await world.newProject(), newTraceId()];
    await world.telemetry.spans([
      agentSpan(project.number, { traceId, timestamp, spanId: AGENT }),
      agentSpan(project.number, { traceId: newTraceId(), timestamp, spanId: ROOT }),
    ]);
    await pass();
    const range = { from: timestamp, to: timestamp + 20n * SECOND };
    await new TracesRepository().delete(traceId, range, testReader(world.store, Scope.of(project)));
    await pass();
    assert.deepEqual(
      (await world.steps(project.number)).map((step) => step.span_id),
      [ROOT],
    );
    assert.equal((await world.runs(project.number)).length, 1);
  });

  it('keeps nothing of a person or a project that is erased', async () => {
    assert.ok([AGENT_RUNS, AGENT_STEPS].every((table) => PERSON_TABLES.includes(table)));
    assert.ok(['agent_runs', 'agent_steps', 'ai_arrivals'].every((name) => PROJECT_TABLES.includes(name)));
    const [project, traceId] = [await world.newProject(), newTraceId()];
    const at = { traceId, timestamp };
    await world.telemetry.spans([
      agentSpan(project.number, { ...at, spanId: AGENT, distinctId: 'ann' }),
      callSpan(project.number, { ...at, spanId: LATE, parentSpanId: AGENT }),
      agentSpan(project.number, { traceId: newTraceId(), timestamp, spanId: ROOT, distinctId: 'bob' }),
    ]);
    await pass();
    assert.equal((await world.steps(project.number)).length, 3);
    for (const from of PERSON_TABLES) {
      const ofPerson = sql`distinct_id = ${stringParam('ann')}`;
      await runDeletion(world.store, { from, scope: Scope.of(project), during: 'retention', where: [ofPerson] });
    }
    assert.equal((await world.runs(project.number)).length, 1);
    assert.deepEqual(
      (await world.steps(project.number)).map((step) => step.span_id),
      [ROOT],
    );
  });
});

/** A store that fails at the n-th insert, as if the process had been killed. */
function failingAt(store: ColumnStore, nth: number): ColumnStore {
  let inserts = 0;
  return new Proxy(store, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== 'insertBlock') return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      return (...args: Parameters<ColumnStore['insertBlock']>) =>
        ++inserts === nth ? Promise.reject(new Error('killed')) : target.insertBlock(...args);
    },
  });
}
