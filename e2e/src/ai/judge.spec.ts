import assert from 'node:assert/strict';
import path from 'node:path';
import { eventually, ROOT, type Topology } from '@svc/testing';
import { api, defaultProjectId, makeKey, ok, type Json } from '../api.js';
import { addressEnvironment, startTopology, topologyKind } from '../topology.js';
import { makeProject } from '../workspace/project.js';
import { sendAgentTrace } from './agent-trace.js';

interface Provider {
  readonly url: string;
  close(): Promise<void>;
}

describe('a model that judges agent runs and rewords questions', () => {
  const environment = { ...process.env };
  let provider: Provider;
  let service: Topology;
  beforeAll(async () => {
    const file = path.join(ROOT, 'e2e/src/ai/instrumentations/provider/provider.mjs');
    const { startProvider } = (await import(file)) as { startProvider: () => Promise<Provider> };
    provider = await startProvider();
    service = await startTopology(topologyKind(), {
      sharedEnv: { SVC_LLM_BASE_URL: `${provider.url}/v1`, SVC_LLM_API_KEY: 'secret', SVC_LLM_PROVIDER: 'local' },
    });
    Object.assign(process.env, addressEnvironment(service));
  });
  afterAll(async () => {
    process.env = environment;
    await provider.close();
    await service.stop();
  });

  it('scores a run, and its call is a run of its own that is not judged', async () => {
    const { secret: key } = await makeKey(
      ['telemetry:write', 'evals:read', 'evals:write', 'agent_runs:read', 'llm:write'],
      await defaultProjectId(),
    );
    const judge = { judge_model: 'judge', sampling_rate: 1, delay_seconds: 0 };
    assert.equal((await api('PUT', '/evals/config', { key, body: judge })).status, 400);
    const rates = { input_cost_per_token: '0.000001', output_cost_per_token: '0.00001' };
    await ok('PUT', '/llm/pricing/judge', { key, body: rates });
    const runId = await sendAgentTrace({ ingestUrl: service.ingestUrl, key });
    const config = await eventually('the price is known', async () => {
      const { status, json } = await api('PUT', '/evals/config', { key, body: judge });
      return status === 200 && json;
    });
    assert.deepEqual(
      [...(config['metrics'] as Json[])].find((one) => one['name'] === 'judge'),
      { name: 'judge', enabled: true, effective: true, reason: '' },
    );
    const score = await eventually('the verdict', async () => {
      const { json } = await api('GET', `/agent-runs/${runId}/scores`, { key });
      return [...((json['scores'] as Json[] | undefined) ?? [])].find((one) => one['name'] === 'judge');
    });
    assert.deepEqual(
      [score['label'], score['value'], score['comment'], score['source'], score['author']],
      ['good', 0.9, 'It greets.', 'eval', 'judge'],
    );
    const calls = await eventually('the call of the judge', async () => {
      const { json } = await api('GET', '/agent-runs?agent=svc.judge', { key });
      const runs = [...(json['runs'] as Json[])];
      return runs.length > 0 && runs;
    });
    assert.deepEqual(
      calls.map((run) => [run['status'], run['cost'], run['distinct_id']]),
      [['completed', '0.0015', undefined]],
    );
    const { judge_cost_today: cost } = await ok('GET', '/evals/config', { key });
    assert.equal(cost, '0.0015');
  });

  it('rewords a question in a project that names it, and its answer says so', async () => {
    const scopes = [
      ...['ai:query', 'evals:read', 'evals:write', 'agent_runs:read', 'llm:read', 'llm:write'],
      ...['logs:read', 'services:read', 'metrics:read', 'events:read', 'issues:read'],
    ];
    const { secret: key } = await makeKey(scopes, (await makeProject()).id);
    const ask = (question: string) => ok('POST', '/ai/query', { key, body: { question } });
    const before = await ask('whining logs');
    assert.deepEqual([before['status'], before['translation']], ['refused', undefined]);
    const rates = { input_cost_per_token: '0.000001', output_cost_per_token: '0.00001' };
    await ok('PUT', '/llm/pricing/translator', { key, body: rates });
    const config = await eventually('the price is known', async () => {
      const { status, json } = await api('PUT', '/evals/config', { key, body: { question_model: 'translator' } });
      return status === 200 && json;
    });
    assert.deepEqual(
      [...(config['metrics'] as Json[])].filter((one) => one['enabled']),
      [{ name: 'questions', enabled: true, effective: true, reason: '' }],
    );
    const sure = await ask('error logs');
    assert.deepEqual([sure['status'], sure['translation']], ['answered', undefined]);
    const { status, query, translation } = await ask('whining logs');
    assert.deepEqual([status, query['operation'], query['parameters']['level']], ['answered', 'logs.query', ['error']]);
    assert.deepEqual(
      [translation['model'], translation['outcome'], translation['question'], translation['cost']],
      ['translator', 'used', 'error logs', '0.0015'],
    );
    const refused = await ask('whining logs [limit]');
    assert.deepEqual([refused['status'], refused['translation']['outcome']], ['refused', 'failed']);
    const { judge_cost_today: cost } = await ok('GET', '/evals/config', { key });
    assert.equal(cost, '0.0015');
    const { runs } = await ok('GET', '/agent-runs?agent=svc.judge', { key });
    assert.deepEqual([...(runs as Json[])].map((run) => [run['status'], run['cost'] ?? null]).toSorted(), [
      ['completed', '0.0015'],
      ['failed', null],
    ]);
  });
});
