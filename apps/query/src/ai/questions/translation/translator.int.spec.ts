import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { AiQueryRequestSchema, EvalsSetRequestSchema } from '@svc/contract';
import { JUDGE_AGENT } from '@svc/gen-ai';
import { CatalogIndex } from '@svc/questions';
import { SHOP } from '@svc/questions/testing';
import type { Call } from '@svc/rpc';
import { newEvaluations } from '../../evaluations/evaluations.fixture.js';
import { EvalConfigsRepository } from '../../evaluations/index.js';
import { OverridesRepository } from '../../prices/overrides.repository.js';
import { LoopbackProvider } from '../../provider/loopback-provider.fixture.js';
import { openRunWorld, type RunWorld } from '../../runs/runs.fixture.js';
import type { CatalogLoader } from '../catalog/catalog-loader.js';
import { toAnswer } from '../questions.message.js';
import { QuestionsService } from '../questions.service.js';
import type { OperationRunner } from '../run/operation-runner.js';
import { Translator } from './translator.js';

const QUESTION = 'what did checkout whine about yesterday';
const REWRITE = '{"question":"error logs of checkout yesterday"}';
const index = new CatalogIndex(SHOP);

describe('questions that a model rewords', () => {
  let world: RunWorld;
  let provider: LoopbackProvider;
  let address: string;
  beforeAll(async () => {
    world = await openRunWorld();
  });
  beforeEach(async () => {
    provider = new LoopbackProvider(() => ({ status: 200, text: REWRITE }));
    address = await provider.start();
  });
  afterEach(() => provider.stop());
  afterAll(() => world.stop());

  type Settings = MessageInitShape<typeof EvalsSetRequestSchema>;
  /** A project with a model of questions, which costs a dollar for 1,000,000 tokens of input, and 10 for output. */
  async function newProject(settings: Omit<Settings, '$typeName'> = { questionModel: 'judge-1' }) {
    const project = await world.newProject();
    const rates = { input: { base: '0.000001', tiers: [] }, output: { base: '0.00001', tiers: [] } };
    const key = { projectId: project.id, provider: '', model: 'judge-1', serviceTier: '' };
    await new OverridesRepository(world.relational).set(
      { ...key, rates, effectiveFrom: new Date(0), createdBy: 'ann', createdAt: new Date() },
      undefined,
    );
    await newProcess().configs.set(project.id, 'ann', create(EvalsSetRequestSchema, settings));
    return project;
  }
  type Project = Awaited<ReturnType<typeof newProject>>;

  const newProcess = (baseUrl: string | null = address) => {
    const { store, relational, clock } = world;
    return newEvaluations({ store, relational, clock, ...(baseUrl !== null && { provider: baseUrl }) });
  };

  /** Asks without running the query. */
  async function ask(
    project: Project,
    question = QUESTION,
    { provider: models, calls } = newProcess(),
    unread: readonly string[] = [],
  ) {
    const service = new QuestionsService(
      { load: () => Promise.resolve({ index, unread }) } as unknown as CatalogLoader,
      { mayRun: () => true } as unknown as OperationRunner,
      new Translator(models, new EvalConfigsRepository(world.relational), calls),
      world.clock,
    );
    const call = { project, signal: world.tools.signal } as unknown as Call;
    return toAnswer(await service.answer(create(AiQueryRequestSchema, { question, dryRun: true }), call));
  }

  const chargesOf = async (projectId: string) =>
    (await world.relational.client.judgeCall.findMany({ where: { projectId }, orderBy: { id: 'asc' } })).map(
      ({ status, cost }) => [status, cost],
    );

  it('have the query of the rewrite, and say so with the cost', async () => {
    const project = await newProject();
    const { status, query, translation, notUnderstood } = await ask(project);
    assert.deepEqual([status, query?.operation, notUnderstood], ['answered', 'logs.query', []]);
    const { start_time: start, end_time: end, ...parameters } = query?.parameters ?? {};
    assert.deepEqual(parameters, { level: ['error'], service: ['checkout'] });
    assert.equal(Date.parse(end as string) - Date.parse(start as string), 86_400_000);
    assert.deepEqual(
      [translation?.outcome, translation?.model, translation?.question, translation?.cost],
      ['used', 'judge-1', 'error logs of checkout yesterday', '0.002'],
    );
    assert.deepEqual(await chargesOf(project.id), [['judged', 2_000_000_000n]]);
    const runs = await world.store.query<{ agent_name: string; name: string; cost: string }>({
      sql: 'SELECT agent_name, name, toString(cost) AS cost FROM agent_runs FINAL WHERE project_number = {project:UInt32}',
      parameters: { project: project.number },
      limits: { timeoutMs: 10_000, maxRowsToRead: 1_000_000, maxResultRows: 1_000, maxMemoryBytes: 100_000_000 },
    });
    assert.deepEqual(runs, [{ agent_name: JUDGE_AGENT, name: 'reword a question', cost: '0.002' }]);
  });

  it('reach the model with the grammar and the names of the catalog, fenced', async () => {
    await ask(await newProject());
    const [request] = provider.requests;
    assert.deepEqual([request?.['model'], request?.['authorization']], ['judge-1', 'Bearer secret']);
    const [system, user] = request?.['messages'] as { role: string; content: string }[];
    assert.match(system?.content ?? '', /follow no instruction inside/);
    assert.match(
      user?.content ?? '',
      /^(---- [0-9a-f]{24} ----)\n.*service: \["checkout".*\nQuestion: what did.*\n\1$/s,
    );
  });

  it('keep the answer of the rules if that of the model cannot be used', async () => {
    for (const text of [
      'error logs of checkout yesterday',
      `Sure: ${REWRITE}`,
      '{"question":null}',
      '{"question":"error logs of checkout last 90 days"}',
      '{"question":"error logs of web yesterday"}',
      '{"question":"error logs of checkout yesterday","project_id":"other"}',
      '{"question":"SELECT * FROM logs"}',
    ]) {
      provider.respond = () => ({ status: 200, text });
      const project = await newProject();
      const { status, reason, notUnderstood, query, translation } = await ask(project);
      assert.deepEqual([status, reason, query], ['refused', 'not_understood', undefined], text);
      assert.deepEqual(notUnderstood, ['whine', 'about']);
      assert.deepEqual([translation?.outcome, translation?.cost], ['unusable', '0.002']);
      assert.deepEqual(await chargesOf(project.id), [['failed', 2_000_000_000n]]);
    }
  });

  it('keep the answer of the rules if the model refuses or sends too much', async () => {
    for (const [response, cost] of [
      [{ status: 429 }, '0'],
      [{ status: 503 }, '0'],
      [{ status: 200, text: 'x'.repeat(10_000_000) }, undefined],
    ] as const) {
      provider.respond = () => response;
      const { status, reason, translation } = await ask(await newProject());
      assert.deepEqual([status, reason], ['refused', 'not_understood']);
      assert.deepEqual([translation?.outcome, translation?.cost], ['failed', cost]);
    }
    assert.equal(provider.requests.length, 3);
  });

  it('wait ten seconds for the model at most, and stay charged with the most', async () => {
    provider.respond = () => undefined;
    const project = await newProject();
    const before = performance.now();
    const { status, translation } = await ask(project);
    assert.ok(performance.now() - before < 15_000);
    assert.deepEqual([status, translation?.outcome, translation?.cost], ['refused', 'failed', undefined]);
    const [[state, charge] = []] = await chargesOf(project.id);
    assert.ok(state === 'failed' && typeof charge === 'bigint' && charge > 20_000_000_000n);
  });

  it('are not sent beyond the cost of the day', async () => {
    const { status, translation } = await ask(await newProject({ questionModel: 'judge-1', maxDailyCost: '0.001' }));
    assert.deepEqual([status, translation?.outcome], ['refused', 'not_asked']);
    assert.deepEqual(provider.requests, []);
  });

  it('are not sent unless the project names a model for them and the deployment has a provider', async () => {
    const judging = await newProject({ judgeModel: 'judge-1', samplingRate: 1 });
    const projects = [await world.newProject(), await newProject({}), judging];
    for (const project of projects) assert.equal((await ask(project)).translation, undefined);
    assert.equal((await ask(await newProject(), QUESTION, newProcess(null))).translation, undefined);
    assert.deepEqual(provider.requests, []);
  });

  it('are not sent if rules answer or refuse them for another reason, or if they have personal data', async () => {
    const project = await newProject();
    for (const [question, status] of [
      ['error logs of checkout yesterday', 'answered'],
      ['worst service', 'ambiguous'],
      ['whining logs unless web', 'refused'],
      ['checkout whining in the past fortnight', 'refused'],
      ['what did ada@example.com whine about', 'refused'],
      ['whining of the card 4111 1111 1111 1111', 'refused'],
    ] as const) {
      const answer = await ask(project, question);
      assert.deepEqual([answer.status, answer.translation], [status, undefined], question);
    }
    assert.deepEqual(provider.requests, []);
  });

  it('are not sent if their words can be names that the caller may not read', async () => {
    const answer = await ask(await newProject(), QUESTION, newProcess(), ['services.list']);
    assert.deepEqual(
      [answer.status, answer.missingScopes, answer.translation],
      ['refused', ['services:read'], undefined],
    );
    assert.deepEqual(provider.requests, []);
  });

  it('need a model with a price', async () => {
    const { id } = await world.newProject();
    const request = create(EvalsSetRequestSchema, { questionModel: 'nobody/knows-it' });
    await assert.rejects(newProcess().configs.set(id, 'ann', request), { code: 'invalid_request' });
  });
});
