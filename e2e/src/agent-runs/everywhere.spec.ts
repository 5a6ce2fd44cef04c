import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { api, defaultProjectId, ok, type Json } from '../api.js';
import { whenOver } from '../exports/export-scene.js';
import { newTraceId, sendSpans, spanId } from '../spans.js';
import { theService } from '../topology.js';

const list = (answer: Json, name: string): Json[] => [...((answer[name] as Json[] | undefined) ?? [])];

describe('an agent run in the rest of the product', () => {
  const traceId = newTraceId();
  const runId = `${traceId}-${spanId(1)}`;
  const [agent, person] = [`agent-${traceId.slice(0, 8)}`, `person-${traceId.slice(0, 8)}`];
  let project: string;
  let own: string;
  beforeAll(async () => {
    project = await defaultProjectId();
    own = `project_id=${project}`;
    const message = (role: string, content: string) => JSON.stringify([{ role, parts: [{ type: 'text', content }] }]);
    await sendSpans(
      traceId,
      [
        {
          id: 1,
          service: 'agents',
          from: 0,
          to: 5_000,
          failed: true,
          attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': agent, 'user.id': person },
        },
        {
          id: 2,
          parent: 1,
          service: 'agents',
          from: 100,
          to: 4_000,
          attributes: {
            'gen_ai.operation.name': 'chat',
            'gen_ai.provider.name': 'openai',
            'gen_ai.request.model': 'gpt-4o',
            'gen_ai.usage.input_tokens': '1000',
            'gen_ai.usage.output_tokens': '100',
            'gen_ai.input.messages': message('user', 'Where is my order?'),
            'gen_ai.output.messages': message('assistant', 'On its way.'),
          },
        },
      ],
      600_000,
    );
    await eventually('the run is assembled', async () => {
      const { status, json } = await api('GET', `/agent-runs/${runId}?${own}`);
      return status === 200 && Number(json['run']?.['step_count']) === 2;
    });
  });

  it('opens one step with its prompt and its answer', async () => {
    const { content, steps } = await ok('GET', `/agent-runs/${runId}?${own}&span_id=${spanId(2)}`);
    assert.equal((steps as Json[]).length, 1);
    const texts = [...list(content, 'input'), ...list(content, 'output')].map(
      ({ role, parts }) => `${String(role)}: ${String((parts as Json[])[0]?.['text'])}`,
    );
    assert.deepEqual(texts, ['user: Where is my order?', 'assistant: On its way.']);
    const runs = list(await ok('GET', `/agent-runs?${own}&agent=${agent}`), 'runs');
    assert.deepEqual(
      runs.map((run) => [run['input_preview'], run['output_preview']]),
      [['Where is my order?', 'On its way.']],
    );
    const trace = JSON.stringify(await ok('GET', `/traces/${traceId}?${own}`));
    assert.ok(trace.includes('gen_ai.request.model') && !trace.includes('On its way'), 'spans have no content');
    assert.equal((await api('GET', `/agent-runs/${runId}?${own}&span_id=${spanId(9)}`)).status, 404);
    assert.equal((await api('GET', `/agent-runs/${runId}?${own}&span_id=9`)).status, 400);
  });

  it('opens a step with a large prompt, redacted', async () => {
    const large = newTraceId();
    const text = `${'Is it cold? '.repeat(10_000)}I am joe@example.org.`;
    const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.prompt': text };
    await sendSpans(large, [{ id: 1, service: 'agents', from: 0, to: 10, attributes }]);
    const content = await eventually('the step is assembled', async () => {
      const { status, json } = await api('GET', `/agent-runs/${large}?${own}&span_id=${spanId(1)}`);
      return status === 200 && json['content'];
    });
    const [message] = list(content, 'input');
    assert.ok(message);
    const [part] = list(message, 'parts');
    assert.equal(part?.['text'], text.replace('joe@example.org', '[REDACTED]'));
  });

  it('is related to its trace', async () => {
    const answer = await ok('GET', `/search/correlate/${traceId}?${own}&include=agent_runs`);
    assert.deepEqual(
      list(answer, 'agent_runs').map((run) => [run['run_id'], run['status'], run['cost']]),
      [[runId, 'failed', '0.0035']],
    );
  });

  it('is in the timeline of its person, who is among those that cost', async () => {
    const { ingestUrl, apiKey } = theService();
    const captured = await fetch(`${ingestUrl}/api/v1/capture`, {
      method: 'POST',
      headers: { 'x-svc-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ events: [{ event: 'opened', distinct_id: person }] }),
    });
    assert.equal(captured.status, 200);
    const entry = await eventually('the person is known', async () => {
      const { status, json } = await api('GET', `/persons/${person}/timeline?${own}&kinds=agent_run`);
      return status === 200 && list(json, 'entries')[0];
    });
    assert.deepEqual([entry['title'], entry['severity'], entry['ref']['id'], entry['payload']['cost']], [
      `${agent}: failed`,
      'error',
      runId,
      '0.0035',
    ] as unknown as Json[]);
    const { persons } = await ok('GET', `/llm/top-persons?${own}&agent=${agent}`);
    assert.deepEqual(
      (persons as Json[]).map(({ distinct_id: id, figures }) => [id, figures['cost']]),
      [[person, '0.0035']],
    );
  });

  it('is in the usage of the month', async () => {
    const month = new Date(Date.now() - 600_000).toISOString().slice(0, 7);
    const { models } = await ok('GET', `/usage?${own}&period=${month}`);
    assert.ok(Number(models['calls']) >= 1 && Number(models['cost']) >= 0.0035, JSON.stringify(models));
  });

  it('is measured by alert rules', async () => {
    const rule = {
      name: 'Cost of agents',
      kind: 'threshold',
      severity: 'warning',
      window: '1h',
      interval: '1m',
      eval_delay: '0s',
      query: { signal: 'agent_runs', q: `agent:"${agent}" status:failed`, field: 'cost', agg: 'sum' },
      condition: { op: 'gt', threshold: 0.003 },
    };
    const { series } = await ok('POST', `/alerts/rules/test?${own}`, { body: rule });
    assert.match(JSON.stringify(series), /0\.0035/);
  });

  it('is exported with its exact cost', async () => {
    const query = { signal: 'agent_runs', service: 'agents' };
    const { id } = await ok('POST', `/export?${own}`, { body: { type: 'json', query, project_id: project } });
    const job = await whenOver(theService().apiKey, String(id), project);
    const { url } = await ok('GET', `/export/jobs/${String(job['id'])}/download?${own}`);
    const text = await (await fetch(new URL(url, theService().httpUrl))).text();
    const line = text.split('\n').find((row) => row.includes(runId)) ?? '{}';
    const row = JSON.parse(line) as Record<string, unknown>;
    assert.deepEqual([row['cost'], row['status'], row['agent_name']], ['0.0035', 'failed', agent]);
  });

  it('answers questions in words', async () => {
    const ask = (question: string) => ok('POST', `/ai/query?${own}`, { body: { question } });
    const answer = await eventually('the name of the agent is known', async () => {
      const found = await ask(`cost of "${agent}" in the last 2 hours`);
      return found['status'] === 'answered' && found;
    });
    assert.deepEqual([answer['query']['operation'], list(answer, 'rows')], [
      'llm.summary',
      [{ cost: '0.0035', unpriced_calls: 0 }],
    ] as unknown as Json[]);
    const failed = await ask(`failed agent runs of "${agent}"`);
    assert.deepEqual(
      list(failed, 'rows').map((row) => row['run_id']),
      [runId],
    );
  });
});
