import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { AgentRunsGetRequestSchema, AgentRunsListRequestSchema } from '@svc/contract';
import { createCursors } from '@svc/pagination';
import { WindowCursors } from '@svc/reading/paging';
import { Scope } from '@svc/reading/statement';
import { testReader, writeContent } from '@svc/reading/testing';
import { ServiceError } from '@svc/service-error';
import { OverridesRepository } from '../../prices/overrides.repository.js';
import { PriceOverrides } from '../../prices/price-overrides.js';
import { agentSpan, callSpan, newTraceId, openRunWorld, SECOND, toolSpan, type RunWorld } from '../runs.fixture.js';
import { toAgentRun, toAgentRunDetails } from './run.message.js';
import { RunsService } from './runs.service.js';

const [ROOT, CALL, TOOL, OTHER] = ['1', '2', '3', '4'].map((id) => id.padStart(16, '0')) as [
  string,
  string,
  string,
  string,
];

describe('reads of agent runs', () => {
  let world: RunWorld;
  let service: RunsService;
  beforeAll(async () => {
    world = await openRunWorld();
    await world.store.command('TRUNCATE TABLE ai_arrivals');
    service = new RunsService(
      new WindowCursors(createCursors('a secret for cursors in tests')),
      world.contents,
      new PriceOverrides(new OverridesRepository(world.relational)),
      () => Date.now(),
    );
  });
  afterAll(() => world.stop());

  const start = (): bigint => BigInt(Date.now()) * 1_000_000n - 600n * SECOND;

  async function write(spans: (number: number) => Parameters<RunWorld['telemetry']['spans']>[0]) {
    const project = await world.newProject();
    await world.telemetry.spans(spans(project.number));
    const assembly = world.newAssembly();
    await assembly.resume(world.tools);
    await assembly.pass(world.tools);
    const reader = () => testReader(world.store, Scope.of(project));
    type List = MessageInitShape<typeof AgentRunsListRequestSchema>;
    return {
      project,
      list: (request: List = {}) => service.list(create(AgentRunsListRequestSchema, request), reader()),
      get: async (runId: string, page: { cursor?: string; limit?: number; spanId?: string } = {}) =>
        toAgentRunDetails(await service.get(create(AgentRunsGetRequestSchema, { runId, ...page }), reader())),
    };
  }

  it('shows the beginnings of the question and of the answer: of the root, or of the first and last call', async () => {
    const at = start();
    const [rooted, rootless] = [newTraceId(), newTraceId()];
    const project = await world.newProject();
    const call = (traceId: string, number: number, seconds: bigint) => ({
      traceId,
      spanId: String(number).repeat(16),
      parentSpanId: ROOT,
      timestamp: at + seconds * SECOND,
    });
    const calls = [rooted, rootless].flatMap((traceId) => [
      call(traceId, 2, 1n),
      call(traceId, 3, 2n),
      call(traceId, 4, 3n),
    ]);
    const root = { traceId: rooted, spanId: ROOT, timestamp: at };
    await writeContent(world.telemetry, [
      ...calls.map((place, index) => ({
        ...place,
        project: project.number,
        content: { 'gen_ai.prompt': `Question ${index}`, 'gen_ai.completion': `Answer ${index}` },
      })),
      { ...root, project: project.number, content: { 'input.value': 'What is\n cold?' } },
    ]);
    await world.telemetry.spans([
      agentSpan(project.number, root),
      ...calls.map((place) => callSpan(project.number, place)),
    ]);
    const assembly = world.newAssembly();
    await assembly.resume(world.tools);
    await assembly.pass(world.tools);
    const reader = testReader(world.store, Scope.of(project));
    const { rows } = await service.list(create(AgentRunsListRequestSchema, {}), reader);
    const previews = new Map(rows.map((row) => [row.trace_ids_hex[0], [row.input_preview, row.output_preview]]));
    assert.deepEqual(previews.get(rooted), ['What is cold?', 'Answer 2']);
    assert.deepEqual(previews.get(rootless), ['Question 3', 'Answer 5']);
  });

  it('lists the newest runs first, in pages without gaps', async () => {
    const at = start();
    const traces = Array.from({ length: 7 }, newTraceId);
    const { list } = await write((project) =>
      traces.map((traceId, index) =>
        // Two of them start at the same time.
        agentSpan(project, { traceId, spanId: ROOT, timestamp: at + BigInt(Math.min(index, 5)) * SECOND }),
      ),
    );
    const found: string[] = [];
    let cursor: string | undefined = '';
    for (let page = 0; cursor !== undefined && page < 9; page++) {
      const { rows, nextCursor } = await list({ limit: 2, cursor });
      found.push(...rows.map((row) => row.run_id));
      cursor = nextCursor;
    }
    const expected = traces.map((traceId) => `${traceId}-${ROOT}`);
    assert.equal(found.length, 7);
    assert.deepEqual(new Set(found.slice(0, 2)), new Set(expected.slice(5)));
    assert.deepEqual(found.slice(2), expected.slice(0, 5).reverse());
  });

  it('returns the prompts and answers and the parts of the cost of one step when asked for it', async () => {
    const at = { traceId: newTraceId(), timestamp: start() };
    const message = (role: string, content: string) => [{ role, parts: [{ type: 'text', content }] }];
    const { get } = await write((project) => [
      agentSpan(project, { ...at, spanId: ROOT }),
      callSpan(
        project,
        { ...at, spanId: CALL, parentSpanId: ROOT },
        {
          'gen_ai.input.messages': JSON.stringify(message('user', 'Hello')),
          'gen_ai.output.messages': JSON.stringify(message('assistant', 'Good day.')),
        },
      ),
      toolSpan(project, { ...at, spanId: TOOL, parentSpanId: ROOT }),
    ]);
    const runId = `${at.traceId}-${ROOT}`;
    assert.equal((await get(runId)).content, undefined);
    const { steps, content, costLines, run } = await get(runId, { spanId: CALL });
    assert.deepEqual([steps?.map((step) => step.spanId), run?.stepCount], [[CALL], 3]);
    const [priceId] = steps?.map((step) => step.priceId) ?? [];
    assert.match(priceId ?? '', /^.+$/);
    assert.deepEqual(costLines, [
      { bucket: 'input_text_uncached', priceId, rate: '0.0000025', count: 1_000n, amount: '0.0025' },
      { bucket: 'output_text', priceId, rate: '0.00001', count: 100n, amount: '0.001' },
    ]);
    assert.deepEqual((await get(runId, { spanId: TOOL })).costLines, []);
    assert.deepEqual(content, {
      input: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
      output: [{ role: 'assistant', parts: [{ type: 'text', text: 'Good day.' }] }],
      truncated: false,
    });
    assert.deepEqual((await get(runId, { spanId: TOOL })).content, { input: [], output: [], truncated: false });
    await assert.rejects(get(runId, { spanId: OTHER }), { code: 'not_found' });
  });

  it('applies each filter', async () => {
    const timestamp = start();
    const runs = {
      plain: newTraceId(),
      failed: newTraceId(),
      slow: newTraceId(),
      other: newTraceId(),
    };
    const { list } = await write((project) => {
      const of = (traceId: string) => ({ traceId, spanId: ROOT, timestamp });
      return [
        agentSpan(project, { ...of(runs.plain), distinctId: 'ann' }),
        agentSpan(project, { ...of(runs.failed), statusCode: 2 }, { 'gen_ai.agent.name': 'writer' }),
        agentSpan(project, { ...of(runs.slow), statusCode: 2 }, { 'error.type': 'TimeoutError' }),
        { ...agentSpan(project, of(runs.other)), environment: 'staging' },
        callSpan(project, { ...of(runs.other), spanId: CALL, parentSpanId: ROOT }),
      ];
    });
    const names = async (request: Parameters<typeof list>[0]) => {
      const ids = new Set((await list(request)).rows.map((row) => row.run_id.slice(0, 32)));
      return Object.entries(runs)
        .filter(([, traceId]) => ids.has(traceId))
        .map(([name]) => name);
    };
    assert.deepEqual(await names({}), ['plain', 'failed', 'slow', 'other']);
    assert.deepEqual(await names({ agent: 'writer' }), ['failed']);
    assert.deepEqual(await names({ distinctId: 'ann' }), ['plain']);
    assert.deepEqual(await names({ environment: ['staging'] }), ['other']);
    assert.deepEqual(await names({ errorsOnly: true }), ['failed', 'slow']);
    assert.deepEqual(await names({ provider: 'openai' }), ['other']);
    assert.deepEqual(await names({ status: ['timed_out', 'completed'] }), ['plain', 'slow', 'other']);
    assert.deepEqual(await names({ status: ['timed_out'], errorsOnly: true, agent: 'writer' }), []);
  });

  it('finds the runs of a person by each of its IDs', async () => {
    const timestamp = start();
    const { project, list } = await write((number) =>
      ['ann', 'device', 'bob'].map((distinctId) =>
        agentSpan(number, { traceId: newTraceId(), spanId: ROOT, timestamp, distinctId }),
      ),
    );
    await world.telemetry.insert(
      'person_overrides',
      [
        ['project_number', 'UInt32'],
        ['distinct_id', 'String'],
        ['canonical_distinct_id', 'String'],
        ['version', 'UInt64'],
      ],
      [{ project_number: project.number, distinct_id: 'device', canonical_distinct_id: 'ann', version: 1 }],
    );
    const counts = await Promise.all(
      ['ann', 'device', 'bob', 'eve'].map(async (distinctId) => (await list({ distinctId })).rows.length),
    );
    assert.deepEqual(counts, [2, 2, 1, 0]);
  });

  it('returns a run with its steps in pages, the reasons, and what its cost consists of', async () => {
    const [traceId, timestamp] = [newTraceId(), start()];
    const { get } = await write((project) => [
      agentSpan(project, { traceId, spanId: ROOT, timestamp, droppedCounts: '{"attributes":2}' }),
      callSpan(project, { traceId, spanId: CALL, parentSpanId: ROOT, timestamp: timestamp + SECOND }),
      toolSpan(project, { traceId, spanId: TOOL, parentSpanId: ROOT, timestamp: timestamp + 2n * SECOND }),
      callSpan(
        project,
        { traceId, spanId: OTHER, parentSpanId: ROOT, timestamp: timestamp + 3n * SECOND },
        { 'gen_ai.request.model': 'mystery' },
      ),
    ]);
    const first = await get(`${traceId}-${ROOT}`, { limit: 3 });
    assert.equal(first.run?.cost, '0.0035');
    assert.equal(first.run.unpricedCalls, 1);
    assert.equal(first.run.inputTokens, 2_000n);
    assert.equal(first.statusReason?.code, 'ended');
    assert.deepEqual(
      first.flagReasons?.map(({ code, description }) => [code, typeof description]),
      [['incomplete_attributes', 'string']],
    );
    assert.deepEqual(
      first.costs?.map(({ model, calls, cost }) => [model, calls, cost]),
      [
        ['gpt-4o', 1, '0.0035'],
        ['mystery', 1, undefined],
      ],
    );
    const shape = (details: typeof first) =>
      details.steps?.map((step) => [step.spanId, step.parentSpanId, step.kind, step.offsetMs, step.cost]);
    assert.deepEqual(shape(first), [
      [ROOT, undefined, 'agent', 0, undefined],
      [CALL, ROOT, 'inference', 1_000, '0.0035'],
      [TOOL, ROOT, 'tool', 2_000, undefined],
    ]);
    const cursor = first.pagination?.nextCursor;
    assert.ok(cursor);
    const second = await get(`${traceId}-${ROOT}`, { limit: 3, cursor });
    assert.deepEqual(shape(second), [[OTHER, ROOT, 'inference', 3_000, undefined]]);
    assert.equal(second.pagination?.hasMore, false);
  });

  it('finds the only run of a trace by the ID of the trace, and refuses to choose among several', async () => {
    const [one, several, timestamp] = [newTraceId(), newTraceId(), start()];
    const { get } = await write((project) => [
      agentSpan(project, { traceId: one, spanId: ROOT, timestamp }),
      agentSpan(project, { traceId: several, spanId: ROOT, timestamp }),
      agentSpan(project, { traceId: several, spanId: OTHER, timestamp }),
    ]);
    assert.equal((await get(one)).run?.runId, `${one}-${ROOT}`);
    const isNotFound = (text: RegExp) => (error: unknown) =>
      error instanceof ServiceError && error.code === 'not_found' && text.test(error.message);
    await assert.rejects(get(several), isNotFound(/has 2 runs/));
    await assert.rejects(get(newTraceId()), isNotFound(/./));
    await assert.rejects(get(`${one}-${OTHER}`), isNotFound(/./));
  });

  it('does not find a run that was replaced, and keeps projects apart', async () => {
    const [traceId, timestamp] = [newTraceId(), start()];
    const { project, get, list } = await write((number) => [
      callSpan(number, { traceId, spanId: CALL, parentSpanId: ROOT, timestamp }),
    ]);
    assert.equal((await get(traceId)).run?.runId, traceId);
    await world.telemetry.spans([agentSpan(project.number, { traceId, spanId: ROOT, timestamp })]);
    const assembly = world.newAssembly();
    await assembly.resume(world.tools);
    await assembly.pass(world.tools);
    assert.equal((await get(traceId)).run?.runId, `${traceId}-${ROOT}`);
    const [row, ...others] = (await list()).rows;
    assert.ok(row && others.length === 0);
    assert.equal(toAgentRun(row).stepCount, 2);
    const stranger = testReader(world.store, Scope.of(await world.newProject()));
    await assert.rejects(service.get(create(AgentRunsGetRequestSchema, { runId: traceId }), stranger), ServiceError);
  });
});
