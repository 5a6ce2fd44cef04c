import { eventually } from '@svc/testing';
import { textAttribute } from '@svc/testing/outages';
import { items } from '../../reference/recorder.js';
import { newTraceId, spanId } from '../../spans.js';
import type { SeededProject } from './project.js';

const MINUTE_MS = 60_000;
const ERROR = 2;
const SERVICE = 'concierge';

const messages = (role: string, content: string): string =>
  JSON.stringify([{ role, parts: [{ type: 'text', content }] }]);

/** A call of a model that has a price, and of one that has none. */
const call = (model: string, provider: string, more: Readonly<Record<string, string>> = {}) => ({
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': provider,
  'gen_ai.request.model': model,
  'gen_ai.usage.input_tokens': '1000',
  'gen_ai.usage.output_tokens': '100',
  ...more,
});
const PRICED = call('gpt-4o', 'openai', {
  'gen_ai.input.messages': messages('user', 'Where is my parcel?'),
  'gen_ai.output.messages': messages('assistant', 'It arrives tomorrow.'),
});
const UNPRICED = call('house-model', 'basement');
const TOOL = {
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': 'find_parcel',
  'gen_ai.tool.call.arguments': '{"parcel":{"id":42}}',
};

/**
 * Sends the trace of a run of the agent `concierge`, which called a model, a tool that failed, and a model without a price; returns the ID
 * of the run.
 */
export async function seedAgentRun(project: SeededProject, distinctId: string): Promise<string> {
  const traceId = newTraceId();
  const start = BigInt(Date.now() - 5 * MINUTE_MS) * 1_000_000n;
  const at = (ms: number): string => String(start + BigInt(ms) * 1_000_000n);
  const span = (id: number, name: string, [from, to]: readonly [number, number], attributes: object, more = {}) => ({
    service: SERVICE,
    resource: { 'deployment.environment.name': 'production' },
    item: {
      traceId,
      spanId: spanId(id),
      ...(id > 1 && { parentSpanId: spanId(id === 4 ? 3 : 1) }),
      name,
      kind: 1,
      startTimeUnixNano: at(from),
      endTimeUnixNano: at(to),
      attributes: Object.entries(attributes).map(([key, value]) => textAttribute(key, String(value))),
      ...more,
    },
  });
  const agent = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'concierge', 'user.id': distinctId };
  await project.send('traces', [
    span(1, 'invoke_agent concierge', [0, 5_000], agent),
    span(2, 'chat gpt-4o', [100, 2_000], PRICED),
    span(3, 'execute_tool find_parcel', [2_000, 3_500], TOOL, { status: { code: ERROR, message: 'no such parcel' } }),
    span(4, 'chat house-model', [2_100, 3_000], UNPRICED),
  ]);
  return eventually('the run is assembled', async () => {
    const runs = items(await project.get('/agent-runs?agent=concierge'), 'runs');
    const run = runs.find(({ step_count: steps }) => steps === 4);
    return run !== undefined && String(run['run_id']);
  });
}
