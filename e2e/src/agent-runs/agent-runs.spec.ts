import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { api, defaultProjectId, ok, type Json } from '../api.js';
import { svc } from '../cli/svc.js';
import { newTraceId, sendSpans, spanId, type SentSpan } from '../spans.js';

const AGENT = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'support' };
const TOOL = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search' };
const CALL = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': 'openai',
  'gen_ai.request.model': 'gpt-4o',
  'gen_ai.usage.input_tokens': '1000',
  'gen_ai.usage.output_tokens': '100',
};
/** A request whose agent calls a model, a tool, and the model again. */
const SPANS: readonly SentSpan[] = [
  { id: 1, service: 'shop', from: 0, to: 10_000 },
  { id: 2, parent: 1, service: 'agents', from: 100, to: 9_000, attributes: { ...AGENT, 'user.id': 'ann' } },
  { id: 3, parent: 2, service: 'agents', from: 200, to: 2_000, attributes: CALL },
  { id: 4, parent: 2, service: 'agents', from: 2_000, to: 3_000, failed: true, attributes: TOOL },
  { id: 5, parent: 2, service: 'agents', from: 3_000, to: 8_000, attributes: CALL },
];

describe('agent runs', () => {
  let project: string;
  beforeAll(async () => {
    project = await defaultProjectId();
  });

  const read = (runId: string, more = '') =>
    api('GET', `/agent-runs/${encodeURIComponent(runId)}?project_id=${project}${more}`);

  /** The run of a trace when it has all steps. */
  const untilAssembled = (runId: string, steps: number): Promise<Json> =>
    eventually('the run is assembled', async () => {
      const { status, json } = await read(runId);
      return status === 200 && Number(json['run']?.['step_count']) === steps && json;
    });

  it('assembles the same run whatever order its spans arrive in', async () => {
    for (const spans of [SPANS, [...SPANS].reverse(), [...SPANS.slice(3), ...SPANS.slice(0, 3)]]) {
      const traceId = newTraceId();
      for (const span of spans) await sendSpans(traceId, [span]);
      const details = await untilAssembled(`${traceId}-${spanId(2)}`, 4);
      const run = details['run'];
      assert.deepEqual(
        [run['agent_name'], run['status'], run['llm_calls'], run['tool_calls'], run['tool_errors'], run['cost']],
        ['support', 'completed', 2, 1, 1, '0.007'] as unknown as Json[],
      );
      assert.deepEqual(
        [...(details['steps'] as Json[])].map((step) => [step['span_id'], step['parent_span_id'], step['kind']]),
        [
          [spanId(2), undefined, 'agent'],
          [spanId(3), spanId(2), 'inference'],
          [spanId(4), spanId(2), 'tool'],
          [spanId(5), spanId(2), 'inference'],
        ] as unknown as Json[],
      );
    }
  });

  it('lists runs by their filters, and finds the run of a trace', async () => {
    const [traceId, failed] = [newTraceId(), newTraceId()];
    const agent = `agent ${traceId.slice(0, 8)}`;
    const named = { ...AGENT, 'gen_ai.agent.name': agent };
    await sendSpans(traceId, [{ id: 2, service: 'agents', from: 0, to: 10, attributes: named }]);
    await sendSpans(failed, [{ id: 2, service: 'agents', from: 0, to: 10, failed: true, attributes: named }]);
    await untilAssembled(traceId, 1);
    await untilAssembled(failed, 1);
    const list = async (query: string): Promise<string[]> => {
      const answer = await ok('GET', `/agent-runs?project_id=${project}&agent=${encodeURIComponent(agent)}${query}`);
      return [...(answer['runs'] as Json[])].map((run) => String(run['run_id']).slice(0, 32)).sort();
    };
    assert.deepEqual(await list(''), [traceId, failed].sort());
    assert.deepEqual(await list('&errors_only=true'), [failed]);
    assert.deepEqual(await list('&status=completed&status=cancelled'), [traceId]);
    assert.deepEqual(await list('&provider=openai'), []);
    assert.equal((await read(newTraceId())).status, 404);
    const refused = await api('GET', `/agent-runs?project_id=${project}&status=lost`);
    assert.equal(refused.status, 400);
    assert.match(refused.text, /status/);
  });

  it('refuses to choose among the runs of a trace', async () => {
    const traceId = newTraceId();
    await sendSpans(traceId, [
      { id: 1, service: 'agents', from: 0, to: 10, attributes: AGENT },
      { id: 2, service: 'agents', from: 20, to: 30, attributes: AGENT },
    ]);
    await untilAssembled(`${traceId}-${spanId(2)}`, 1);
    const answer = await read(traceId);
    assert.equal(answer.status, 404);
    assert.match(answer.text, /2 runs/);
  });

  it('joins traces by the ID that the application gives', async () => {
    const [one, other] = [newTraceId(), newTraceId()];
    const runId = `order/${one.slice(0, 8)}`;
    const attributes = { ...AGENT, 'agent.run.id': runId };
    await sendSpans(one, [{ id: 1, service: 'agents', from: 0, to: 10, attributes }]);
    await untilAssembled(runId, 1);
    await sendSpans(other, [{ id: 1, service: 'agents', from: 20, to: 30, attributes }]);
    const details = await untilAssembled(runId, 2);
    assert.deepEqual([...(details['run']?.['trace_ids'] as unknown as string[])], [one, other].sort());
  });

  it('prints runs and their steps by svc agent-runs', async () => {
    const traceId = newTraceId();
    const agent = `cli ${traceId.slice(0, 8)}`;
    const spans = SPANS.map((span) =>
      span.id === 2 ? { ...span, attributes: { ...AGENT, 'gen_ai.agent.name': agent } } : span,
    );
    await sendSpans(traceId, spans);
    const runId = `${traceId}-${spanId(2)}`;
    await untilAssembled(runId, 4);
    const env = { SVC_PROJECT: project };
    const list = await svc(['agent-runs', 'list', '--agent', agent, '-o', 'table'], { env });
    assert.equal(list.code, 0, list.stderr);
    assert.match(list.stdout, new RegExp(`${runId} .*completed .*0\\.007`));
    const { code, stdout } = await svc(['agent-runs', 'get', runId, '-o', 'table'], { env });
    assert.equal(code, 0);
    assert.match(stdout, /^completed: The root of the run ended without an error\.$/m);
    assert.match(stdout, /^ {2}! search +tool +1 s/m);
    assert.match(stdout, /^gpt-4o +openai +2 +0\.007$/m);
  });
});
