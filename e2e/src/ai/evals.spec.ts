import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { api, makeKey, ok, type Json } from '../api.js';
import { svc } from '../cli/svc.js';
import { theService } from '../topology.js';
import { makeProject } from '../workspace/project.js';
import { sendAgentTrace } from './agent-trace.js';

const SCOPES = ['telemetry:write', 'evals:read', 'evals:write', 'agent_runs:read', 'llm:write', 'audit:read'];

describe('the evaluation of agent runs', () => {
  let key: string;
  beforeAll(async () => {
    ({ secret: key } = await makeKey(SCOPES, (await makeProject()).id));
  });

  const set = (body: object) => api('PUT', '/evals/config', { key, body });
  const metric = (config: Json, name: string): Json | undefined =>
    [...(config['metrics'] as Json[])].find((one) => one['name'] === name);

  it('has nothing enabled until it is configured', async () => {
    const config = await ok('GET', '/evals/config', { key });
    assert.deepEqual([config['enabled_metrics'], config['judge_model'], config['question_model']], [[], '', '']);
    assert.deepEqual(
      [...config['metrics']].filter((one) => one['enabled'] || one['effective'] || one['reason'] !== ''),
      [],
    );
    assert.equal(config['version'], undefined);
  });

  it('replaces the configuration as a whole, at the version that the caller has read', async () => {
    const first = await set({ enabled_metrics: ['tool_error_rate'], latency_budget_ms: 1_000, expected_version: 1 });
    assert.equal(first.status, 409);
    const budgets = { latency_budget_ms: 1_000, environments: ['staging'] };
    assert.equal((await set({ enabled_metrics: ['latency_budget'], ...budgets })).status, 200);
    const replaced = await set({ enabled_metrics: ['cost_budget', 'latency_budget'], expected_version: 1 });
    assert.equal(replaced.status, 200, replaced.text);
    const { json } = replaced;
    assert.deepEqual([json['version'], json['latency_budget_ms'], json['environments']], [2, null, []]);
    const reasons = ['cost_budget', 'latency_budget'].map((name) => metric(json, name)?.['reason']);
    assert.deepEqual(reasons, ['cost_budget is not set.', 'latency_budget_ms is not set.']);
    assert.equal((await set({ expected_version: 1 })).status, 409);
  });

  it('refuses invalid configurations with 400, and names the field', async () => {
    for (const [body, field] of [
      [{ enabled_metrics: ['vibes'] }, 'enabled_metrics[0]'],
      [{ sampling_rate: 1.5 }, 'sampling_rate'],
      [{ max_daily_cost: '-1' }, 'max_daily_cost'],
      [{ cost_budget: '1e3' }, 'cost_budget'],
      [{ delay_seconds: 86_401 }, 'delay_seconds'],
      [{ latency_budget_ms: 0 }, 'latency_budget_ms'],
      [{ judge_criteria: 'x'.repeat(4_001) }, 'judge_criteria'],
      [{ judge_model: 'nobody/knows-it' }, 'judge_model'],
      [{ question_model: 'nobody/knows-it' }, 'question_model'],
      [{ investigation_model: 'nobody/knows-it' }, 'investigation_model'],
    ] as const) {
      const { status, json } = await set(body);
      assert.equal(status, 400, JSON.stringify(body));
      assert.equal(json['details']?.[0]?.['path'], field);
    }
    const { secret: reader } = await makeKey(['evals:read']);
    assert.equal((await api('PUT', '/evals/config', { key: reader, body: {} })).status, 403);
  });

  it('states that no model has an effect without a provider of models', async () => {
    const config = await ok('PUT', '/evals/config', { key, body: { judge_model: 'gpt-4o', question_model: 'gpt-4o' } });
    for (const name of ['judge', 'questions']) {
      const use = metric(config, name);
      assert.deepEqual([use?.['enabled'], use?.['effective']], [true, false]);
      assert.match(String(use?.['reason']), /SVC_LLM_BASE_URL/);
    }
  });

  it('scores runs that arrive, by the command of the client', async () => {
    const body = {
      enabled_metrics: ['tool_error_rate', 'empty_output', 'cost_budget'],
      cost_budget: '1',
      delay_seconds: 0,
    };
    const { code, stderr } = await svc(['evals', 'set-config', '--json', JSON.stringify(body)], {
      env: { SVC_API_KEY: key },
    });
    assert.equal(code, 0, stderr);
    const runId = await sendAgentTrace({ ingestUrl: theService().ingestUrl, key });
    const scores = await eventually('scores', async () => {
      const { status, json } = await api('GET', `/agent-runs/${runId}/scores`, { key });
      const list = status === 200 ? [...(json['scores'] as Json[])] : [];
      return list.length === 4 && list;
    });
    assert.deepEqual(scores.map((one) => [one['name'], one['label'], one['source'], one['is_current']]).toSorted(), [
      ['cost_budget', 'within', 'eval', true],
      ['empty_output', 'ok', 'eval', true],
      ['relevance', 'relevant', 'telemetry', true],
      ['tool_error_rate', 'errors', 'eval', true],
    ]);
  });
});
