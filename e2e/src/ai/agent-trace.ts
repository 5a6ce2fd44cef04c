import assert from 'node:assert/strict';
import { newTraceId, spanId } from '../spans.js';

/** Where to send, with a key of the project. */
export interface Ingest {
  readonly ingestUrl: string;
  readonly key: string;
}

const text = (key: string, value: string) => ({ key, value: { stringValue: value } });
const messages = (role: string, content: string): string =>
  JSON.stringify([{ role, parts: [{ type: 'text', content }] }]);

/** Sends the trace of a run that called a model and a tool that failed, with an evaluation. @returns the ID of the run. */
export async function sendAgentTrace({ ingestUrl, key }: Ingest): Promise<string> {
  const traceId = newTraceId();
  const start = BigInt(Date.now() - 60_000) * 1_000_000n;
  const span = (id: number, name: string, attributes: object[], more: object = {}) => ({
    traceId,
    spanId: spanId(id),
    ...(id > 1 && { parentSpanId: spanId(1) }),
    name,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + 2_000_000_000n),
    attributes,
    ...more,
  });
  const result = {
    name: 'gen_ai.evaluation.result',
    timeUnixNano: String(start),
    attributes: [
      text('gen_ai.evaluation.name', 'relevance'),
      text('gen_ai.evaluation.score.label', 'relevant'),
      { key: 'gen_ai.evaluation.score.value', value: { doubleValue: 0.75 } },
    ],
  };
  const call = [
    text('gen_ai.operation.name', 'chat'),
    text('gen_ai.provider.name', 'openai'),
    text('gen_ai.request.model', 'gpt-4o'),
    { key: 'gen_ai.usage.input_tokens', value: { intValue: '1000' } },
    text('gen_ai.input.messages', messages('user', 'Say hello.')),
    text('gen_ai.output.messages', messages('assistant', 'Hello there.')),
  ];
  const spans = [
    span(1, 'invoke_agent greeter', [
      text('gen_ai.operation.name', 'invoke_agent'),
      text('gen_ai.agent.name', 'greeter'),
    ]),
    span(2, 'chat gpt-4o', call, { events: [result] }),
    span(3, 'execute_tool wave', [text('gen_ai.operation.name', 'execute_tool'), text('gen_ai.tool.name', 'wave')], {
      status: { code: 2 },
    }),
  ];
  const resource = { attributes: [text('service.name', 'greeter')] };
  const answer = await fetch(`${ingestUrl}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-svc-api-key': key },
    body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ spans }] }] }),
  });
  assert.equal(answer.status, 200, await answer.text());
  return `${traceId}-${spanId(1)}`;
}
