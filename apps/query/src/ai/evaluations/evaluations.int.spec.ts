import assert from 'node:assert/strict';
import { create } from '@bufbuild/protobuf';
import type { ColumnStore } from '@svc/columnar';
import { EvalsSetRequestSchema } from '@svc/contract';
import {
  agentSpan,
  callSpan,
  newTraceId,
  openRunWorld,
  SECOND,
  toolSpan,
  type RunWorld,
} from '../runs/runs.fixture.js';
import { newEvaluations } from './evaluations.fixture.js';

const [AGENT, CALL, TOOL, LATE] = ['1', '2', '3', '4'].map((id) => id.padStart(16, '0')) as [
  string,
  string,
  string,
  string,
];
const RESULT = 'gen_ai.evaluation.result';

describe('evaluations of agent runs', () => {
  let world: RunWorld;
  let timestamp: bigint;
  beforeAll(async () => {
    world = await openRunWorld();
  });
  beforeEach(async () => {
    world.time.aheadMs = 0;
    const { agentRunAssembly, evalProgress } = world.relational.client;
    await agentRunAssembly.deleteMany();
    await evalProgress.deleteMany();
    await forget();
    timestamp = BigInt(Date.now()) * 1_000_000n - 60n * SECOND;
  });
  afterAll(() => world.stop());

  /** Every new process would look at the runs of other tests again. */
  async function forget(): Promise<void> {
    await world.store.command('TRUNCATE TABLE ai_arrivals');
    await world.store.command('TRUNCATE TABLE agent_runs');
  }

  const clock = (): number => Date.now() + world.time.aheadMs;
  const newProcess = (store: ColumnStore = world.store) =>
    newEvaluations({ store, relational: world.relational, clock, pubSub: world.pubSub });

  async function assemble(): Promise<void> {
    const assembly = world.newAssembly();
    await assembly.resume(world.tools);
    await assembly.pass(world.tools);
  }

  /** Passes of a new process until nothing is due. */
  async function evaluate({ evaluation } = newProcess()): Promise<void> {
    while (await evaluation.pass(world.tools));
  }

  async function setUp(settings: object) {
    const project = await world.newProject();
    const request = create(EvalsSetRequestSchema, { delaySeconds: 60, ...settings });
    await newProcess().configs.set(project.id, 'ann', request);
    return project;
  }

  async function scoresOf(projectId: string) {
    const rows = await world.relational.client.score.findMany({
      where: { projectId },
      orderBy: [{ name: 'asc' }, { revision: 'asc' }],
    });
    return rows.map(({ name, label, value, source, author }) => [name, label, value, source, author]);
  }

  const METRICS = { enabledMetrics: ['tool_error_rate', 'latency_budget', 'cost_budget'] };
  const BUDGETS = { latencyBudgetMs: 9_000n, costBudget: '1' };

  function spansOf(number: number, traceId: string) {
    const at = { traceId, timestamp };
    return [
      agentSpan(number, { ...at, spanId: AGENT }),
      callSpan(number, { ...at, spanId: CALL, parentSpanId: AGENT }),
      { ...toolSpan(number, { ...at, spanId: TOOL, parentSpanId: AGENT }), statusCode: 2 },
    ];
  }

  it('scores a run by metrics after the delay, once', async () => {
    const project = await setUp({ ...METRICS, ...BUDGETS });
    await world.telemetry.spans(spansOf(project.number, newTraceId()));
    await assemble();
    const process = newProcess();
    await evaluate(process);
    assert.deepEqual(await scoresOf(project.id), []);
    world.time.aheadMs += 61_000;
    const expected = [
      ['cost_budget', 'within', 0.0035, 'eval', 'cost_budget'],
      ['latency_budget', 'exceeded', 10_000, 'eval', 'latency_budget'],
      ['tool_error_rate', 'errors', 1, 'eval', 'tool_error_rate'],
    ];
    await evaluate(process);
    assert.deepEqual(await scoresOf(project.id), expected);
    await world.relational.client.runEvaluation.updateMany({ data: { dueAt: new Date(0), state: '' } });
    await evaluate();
    assert.deepEqual(await scoresOf(project.id), expected);
  });

  it('scores a run again when late spans change it', async () => {
    const project = await setUp({ enabledMetrics: ['tool_error_rate'] });
    const traceId = newTraceId();
    await world.telemetry.spans(spansOf(project.number, traceId));
    await assemble();
    await evaluate();
    world.time.aheadMs += 61_000;
    await evaluate();
    const late = toolSpan(project.number, {
      traceId,
      timestamp: timestamp + SECOND,
      spanId: LATE,
      parentSpanId: AGENT,
    });
    await world.telemetry.spans([{ ...late, attributes: { ...late.attributes, 'gen_ai.tool.name': 'book' } }]);
    await assemble();
    await evaluate();
    world.time.aheadMs += 61_000;
    await evaluate();
    assert.deepEqual(
      (await scoresOf(project.id)).map(([, label, value]) => [label, value]),
      [
        ['errors', 1],
        ['errors', 0.5],
      ],
    );
  });

  it('gives the same scores wherever a process is killed', async () => {
    const project = await setUp({ ...METRICS, ...BUDGETS });
    for (let nth = 0; ; nth++) {
      await forget();
      const traceId = newTraceId();
      await world.telemetry.spans(spansOf(project.number, traceId));
      await assemble();
      await evaluate();
      world.time.aheadMs += 61_000;
      const killed = newProcess();
      const steps = { left: nth };
      const isWhole = await evaluation(killed, steps);
      await evaluate();
      const where = { projectId: project.id, runId: `${traceId}-${AGENT}` };
      assert.equal(await world.relational.client.score.count({ where }), 3, `killed at ${nth}`);
      world.time.aheadMs = 0;
      if (isWhole) {
        assert.ok(nth >= 4);
        return;
      }
    }

    /** False if the process was killed: it adds no more scores after some of them. */
    async function evaluation({ evaluation: job, scores }: ReturnType<typeof newProcess>, steps: { left: number }) {
      const add = scores.addEvaluation.bind(scores);
      scores.addEvaluation = async (...score) => {
        if (steps.left-- === 0) throw new Error('killed');
        await add(...score);
      };
      const fence: typeof world.tools.fence = () =>
        steps.left-- === 0 ? Promise.reject(new Error('killed')) : Promise.resolve();
      try {
        while (await job.pass({ ...world.tools, fence }));
        return true;
      } catch (error) {
        assert.equal((error as Error).message, 'killed');
        return false;
      }
    }
  });

  it('reads what tools and models received and returned', async () => {
    const project = await setUp({
      enabledMetrics: ['loop_detected', 'empty_output', 'json_validity'],
      delaySeconds: 0,
    });
    const [agent, call, tool] = spansOf(project.number, newTraceId());
    assert.ok(agent && call && tool);
    const output = JSON.stringify([{ role: 'assistant', parts: [{ type: 'text', content: '{"city":' }] }]);
    const tools = ['5', '6', '7'].map((id, nth) => ({
      ...tool,
      spanId: id.padStart(16, '0'),
      timestamp: timestamp + BigInt(nth) * 2n * SECOND,
      attributes: { ...tool.attributes, 'gen_ai.tool.call.arguments': '{"q":"Oslo"}' },
    }));
    const answer = { ...call, attributes: { ...call.attributes, 'gen_ai.output.messages': output } };
    await world.telemetry.spans([agent, answer, ...tools]);
    await assemble();
    await evaluate();
    assert.deepEqual(
      (await scoresOf(project.id)).map(([name, label, value]) => [name, label, value]),
      [
        ['empty_output', 'ok', 0],
        ['json_validity', 'invalid', 0],
        ['loop_detected', 'loop', 3],
      ],
    );
  });

  it('evaluates nothing of other environments, of runs that have not ended, and without metrics', async () => {
    const [other, open, none] = [
      await setUp({ ...METRICS, environments: ['staging'] }),
      await setUp(METRICS),
      await world.newProject(),
    ];
    for (const { number } of [other, none]) await world.telemetry.spans(spansOf(number, newTraceId()));
    const call = { traceId: newTraceId(), timestamp, spanId: CALL, parentSpanId: AGENT };
    await world.telemetry.spans([callSpan(open.number, call)]);
    await assemble();
    await evaluate();
    world.time.aheadMs += 61_000;
    await evaluate();
    for (const { id } of [other, open, none]) assert.deepEqual(await scoresOf(id), []);
  });

  it('adds the scores that spans and logs of a run report, each once and without configuration', async () => {
    const project = await world.newProject();
    const traceId = newTraceId();
    const [agent, call, tool] = spansOf(project.number, traceId);
    assert.ok(agent && call && tool);
    const named = (name: string) => ({
      'gen_ai.evaluation.name': name,
      'gen_ai.evaluation.score.value': '0.5',
      'gen_ai.evaluation.explanation': 'Partly right.',
    });
    const result = (label: string, after: bigint) => ({
      timestamp: timestamp + after,
      name: RESULT,
      attributes: { ...named('relevance'), 'gen_ai.evaluation.score.label': label },
    });
    await world.telemetry.spans([agent, { ...call, events: [result('bad', 2n), result('good', 1n)] }, tool]);
    await assemble();
    await evaluate();
    const expected = [
      ['relevance', 'good', 0.5, 'telemetry', 'agents'],
      ['relevance', 'bad', 0.5, 'telemetry', 'agents'],
    ];
    assert.deepEqual(await scoresOf(project.id), expected);
    const log = { project: project.number, traceId, spanId: CALL, eventName: RESULT, service: 'judge' };
    await world.telemetry.logs([
      { ...log, timestamp: timestamp + SECOND, idTail: '1'.padStart(16, '0'), attributes: named('safety') },
      { ...log, timestamp: timestamp + SECOND, idTail: '2'.padStart(16, '0'), attributes: {} },
    ]);
    await assemble();
    await evaluate();
    await evaluate();
    assert.deepEqual(await scoresOf(project.id), [...expected, ['safety', '0.5', 0.5, 'telemetry', 'judge']]);
  });
});
