import assert from 'node:assert/strict';
import { storedEvent, storedSpan } from '../testing/stored.js';
import type { AiSpan } from './ai-span.js';
import { readAiSpan } from './read-ai-span.js';
import type { StoredSpan } from './stored-span.js';

type Attributes = Readonly<Record<string, string>>;

function read(attributes: Attributes, fields: Partial<StoredSpan> = {}): AiSpan {
  const span = readAiSpan(storedSpan(attributes, fields));
  assert.ok(span);
  return span;
}

/** Attributes, the span around them, and the fields that they give. */
const CASES: readonly (readonly [name: string, Attributes, Partial<AiSpan>, Partial<StoredSpan>?])[] = [
  // Kinds.
  ['chat', { 'gen_ai.operation.name': 'chat' }, { kind: 'inference', operation: 'chat' }],
  ['agents', { 'gen_ai.operation.name': 'invoke_agent' }, { kind: 'agent' }],
  ['memory', { 'gen_ai.operation.name': 'search_memory' }, { kind: 'memory' }],
  ['unknown operations', { 'gen_ai.operation.name': 'dream' }, { kind: 'other', operation: 'dream' }],
  [
    'a known operation after an unknown one',
    { 'gen_ai.operation.name': 'dream', 'openinference.span.kind': 'LLM' },
    { kind: 'inference', operation: 'LLM' },
  ],
  ['kinds of OpenInference', { 'openinference.span.kind': 'RERANKER' }, { kind: 'retrieval' }],
  ['kinds of OpenInference in lower case', { 'openinference.span.kind': 'chain' }, { kind: 'workflow' }],
  ['calls of the AI SDK', { 'ai.operationId': 'ai.streamText.doStream' }, { kind: 'inference' }],
  ['embeddings of the AI SDK', { 'ai.operationId': 'ai.embedMany.doEmbed' }, { kind: 'embedding' }],
  ['rerankings of the AI SDK', { 'ai.operationId': 'ai.rerank.doRerank' }, { kind: 'retrieval' }],
  ['the outer span of an embedding of the AI SDK', { 'ai.operationId': 'ai.embed' }, { kind: 'other' }],
  ['the outer span of a reranking of the AI SDK', { 'ai.operationId': 'ai.rerank' }, { kind: 'other' }],
  ['functions of the AI SDK', { 'ai.operationId': 'ai.generateObject' }, { kind: 'agent' }],
  ['tools of the AI SDK', { 'ai.operationId': 'ai.toolCall', 'ai.toolCall.name': 't' }, { kind: 'tool', name: 't' }],
  ['decisions of the AI SDK', { 'ai.operationId': 'ai.decide' }, { kind: 'other', operation: 'ai.decide' }],
  [
    'workflows of Traceloop',
    { 'traceloop.span.kind': 'workflow', 'traceloop.entity.name': 'w' },
    { kind: 'workflow', name: 'w' },
  ],
  ['tasks of Traceloop', { 'traceloop.span.kind': 'task' }, { kind: 'other', operation: 'task' }],
  ['requests of Traceloop', { 'llm.request.type': 'completion' }, { kind: 'inference' }],
  ['generations of Langfuse', { 'langfuse.observation.type': 'generation' }, { kind: 'inference' }],
  ['spans of Langfuse', { 'langfuse.observation.type': 'span' }, { kind: 'other', operation: 'span' }],
  [
    'agents of Langfuse by the name of the span',
    { 'langfuse.observation.type': 'agent' },
    { kind: 'agent', name: 'Support' },
    { name: 'Support' },
  ],
  [
    'calls of MCP',
    { 'mcp.method.name': 'tools/call' },
    { kind: 'tool', name: 'add', mcpMethod: 'tools/call' },
    { name: 'tools/call add' },
  ],
  [
    'other methods of MCP',
    { 'mcp.method.name': 'tools/list' },
    { kind: 'other', operation: 'tools/list', mcpMethod: 'tools/list' },
  ],
  [
    'spans without an operation by the first word of their name',
    { 'gen_ai.system': 'openai' },
    { kind: 'inference', operation: 'chat' },
    { name: 'chat gpt-4o' },
  ],
  [
    'spans without an operation by their tool',
    { 'gen_ai.tool.name': 't' },
    { kind: 'tool', operation: '', name: 't' },
    { name: 'running tool' },
  ],
  [
    'spans without an operation by their agent',
    { 'gen_ai.agent.name': 'a' },
    { kind: 'agent', name: 'a' },
    { name: 'agent run' },
  ],
  [
    'spans without an operation by their model and usage',
    { 'gen_ai.request.model': 'm', 'gen_ai.usage.output_tokens': '2' },
    { kind: 'inference' },
  ],
  ['spans of a run without anything else', { 'agent.run.id': 'r' }, { kind: 'other', operation: '', runId: 'r' }],
  // Names.
  [
    'an agent by its name',
    {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'A',
      'gen_ai.agent.id': 'i',
      'gen_ai.agent.version': '2',
    },
    { name: 'A', agentName: 'A', agentId: 'i', agentVersion: '2' },
  ],
  [
    'an agent by the rest of the name of its span',
    { 'gen_ai.operation.name': 'invoke_agent' },
    { name: 'Support desk', agentName: 'Support desk' },
    { name: 'invoke_agent Support desk' },
  ],
  [
    'no agent from the model in the name of its span',
    { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.request.model': 'gpt-4o' },
    { name: '', agentName: '' },
    { name: 'invoke_agent gpt-4o' },
  ],
  [
    'no agent from the operation of its span',
    { 'ai.operationId': 'ai.generateText' },
    { name: '' },
    { name: 'ai.generateText' },
  ],
  [
    'a tool of Langfuse by the name of its span',
    { 'langfuse.observation.type': 'tool', 'langfuse.trace.name': 'support' },
    { name: 'search', toolName: 'search', agentName: 'support' },
    { name: 'search' },
  ],
  [
    'a workflow',
    { 'gen_ai.operation.name': 'invoke_workflow', 'gen_ai.workflow.name': 'w' },
    { name: 'w', workflowName: 'w' },
  ],
  ['no name of a call', { 'gen_ai.operation.name': 'chat', 'gen_ai.agent.name': 'A' }, { name: '', agentName: 'A' }],
  [
    'a tool of Traceloop',
    { 'traceloop.span.kind': 'tool', 'traceloop.entity.name': 't' },
    { toolName: 't', name: 't' },
  ],
  [
    'a tool of OpenInference',
    { 'openinference.span.kind': 'TOOL', 'tool.name': 't', 'tool_call.id': 'c' },
    { name: 't', toolCallId: 'c' },
  ],
  [
    'the agent of a call of the AI SDK',
    { 'ai.operationId': 'ai.generateText.doGenerate', 'ai.telemetry.functionId': 'f' },
    { agentName: 'f' },
  ],
  // Providers, models, servers.
  [
    'the current name of the provider',
    { 'gen_ai.provider.name': 'openai', 'gen_ai.system': 'az.ai.openai' },
    { provider: 'openai' },
  ],
  ['an earlier name of the provider', { 'gen_ai.system': 'az.ai.openai' }, { provider: 'az.ai.openai' }],
  ['the provider of OpenInference', { 'llm.provider': 'azure', 'llm.system': 'openai' }, { provider: 'azure' }],
  [
    'models',
    { 'gen_ai.request.model': 'a', 'gen_ai.response.model': 'b', 'gen_ai.response.id': 'r' },
    { requestModel: 'a', responseModel: 'b', responseId: 'r' },
  ],
  ['the model of OpenInference', { 'llm.model_name': 'a' }, { requestModel: 'a', responseModel: '' }],
  [
    'the asked model among parameters',
    { 'llm.model_name': 'a-1', 'llm.invocation_parameters': '{"model":"a"}' },
    { requestModel: 'a', responseModel: 'a-1' },
  ],
  ['the model of Langfuse', { 'langfuse.observation.model.name': 'a' }, { requestModel: 'a' }],
  [
    'the tier of the answer before that of the request',
    { 'gen_ai.openai.request.service_tier': 'auto', 'gen_ai.openai.response.service_tier': 'flex' },
    { serviceTier: 'flex' },
  ],
  [
    'the tier among parameters',
    { 'langfuse.observation.model.parameters': '{"service_tier":"batch","n":1}' },
    { serviceTier: 'batch' },
  ],
  ['no tier that is no text', { 'llm.invocation_parameters': '{"service_tier":{"a":1}}' }, { serviceTier: '' }],
  ['the server', { 'gen_ai.system': 'openai', 'server.address': 'localhost' }, { serverAddress: 'localhost' }],
  // Conversations, persons, prompts, runs.
  [
    'the conversation before the session',
    { 'gen_ai.conversation.id': 'c' },
    { conversationId: 'c' },
    { sessionId: 's' },
  ],
  [
    'the session',
    { 'gen_ai.system': 'x' },
    { conversationId: 's', personId: 'p' },
    { sessionId: 's', distinctId: 'p' },
  ],
  [
    'metadata of the AI SDK',
    { 'ai.telemetry.metadata.sessionId': 's', 'ai.telemetry.metadata.userId': 'u' },
    { conversationId: 's', personId: 'u' },
  ],
  [
    'association properties',
    { 'traceloop.association.properties.session_id': 's', 'traceloop.association.properties.user_id': 'u' },
    { conversationId: 's', personId: 'u' },
  ],
  [
    'the session of Langfuse',
    { 'langfuse.session.id': 's', 'langfuse.user.id': 'u' },
    { conversationId: 's', personId: 'u' },
  ],
  [
    'prompts',
    { 'langfuse.observation.prompt.name': 'p', 'langfuse.observation.prompt.version': '3' },
    { promptName: 'p', promptVersion: '3' },
  ],
  [
    'the run of the resource',
    { 'gen_ai.system': 'x' },
    { runId: 'r' },
    { resourceAttributes: { 'agent.run.id': 'r' } },
  ],
  ['the status of the run', { 'agent.run.status': 'completed' }, { runStatus: 'completed' }],
  // Finish reasons.
  [
    'reasons in an array',
    { 'gen_ai.response.finish_reasons': '["stop","length"]' },
    { finishReasons: ['stop', 'length'] },
  ],
  ['a reason that is a text', { 'gen_ai.response.finish_reasons': 'stop' }, { finishReasons: ['stop'] }],
  ['the reason of the AI SDK', { 'ai.response.finishReason': 'tool-calls' }, { finishReasons: ['tool-calls'] }],
  [
    'a reason for each choice',
    { 'gen_ai.completion.0.finish_reason': 'stop', 'gen_ai.completion.1.finish_reason': 'length' },
    { finishReasons: ['stop', 'length'] },
  ],
  ['no reason that is no text', { 'gen_ai.response.finish_reasons': '[1,null,""]' }, { finishReasons: [] }],
  ['a limit of steps', { 'gen_ai.response.finish_reasons': '["max_turns"]' }, { isStepLimited: true }],
  [
    'a limit of steps that is an error',
    { 'gen_ai.system': 'x', 'error.type': 'langgraph.errors.GraphRecursionError' },
    { isStepLimited: true },
  ],
  ['no limit of tokens', { 'gen_ai.response.finish_reasons': '["length"]' }, { isStepLimited: false }],
  // First token.
  ['seconds', { 'gen_ai.response.time_to_first_chunk': '0.25' }, { timeToFirstTokenMs: 250 }],
  ['milliseconds', { 'ai.response.msToFirstChunk': '120.25' }, { timeToFirstTokenMs: 120.25 }],
  [
    'an event',
    { 'openinference.span.kind': 'LLM' },
    { timeToFirstTokenMs: 90 },
    { events: [storedEvent('First Token Stream Event', 90)] },
  ],
  [
    'a time of Langfuse',
    { 'langfuse.observation.completion_start_time': '"2026-09-21T14:13:20.300Z"' },
    { timeToFirstTokenMs: 300 },
  ],
  ['no time before the start', { 'gen_ai.response.time_to_first_chunk': '-1' }, { timeToFirstTokenMs: undefined }],
  ['no time that is no number', { 'gen_ai.response.time_to_first_chunk': 'soon' }, { timeToFirstTokenMs: undefined }],
  // Stated cost.
  ['the cost of OpenInference', { 'llm.cost.total': '0.0125' }, { statedCost: '0.0125' }],
  ['a cost with an exponent', { 'gen_ai.usage.cost': '1.5e-7' }, { statedCost: '0.00000015' }],
  [
    'a cost with the decimals of a double',
    { 'gen_ai.system': 'x', 'operation.cost': '0.000012345678901234567' },
    { statedCost: '0.000012345678901235' },
  ],
  [
    'the total of Langfuse',
    { 'langfuse.observation.cost_details': '{"input":0.1,"total":0.3}' },
    { statedCost: '0.3' },
  ],
  [
    'the sum of the parts of Langfuse',
    { 'langfuse.observation.cost_details': '{"input":0.1,"output":0.2}' },
    { statedCost: '0.3' },
  ],
  [
    'no cost with an unknown part',
    { 'langfuse.observation.cost_details': '{"input":0.1,"output":"?"}' },
    { statedCost: '' },
  ],
  ['no negative cost', { 'gen_ai.usage.cost': '-1' }, { statedCost: '' }],
  // Usage.
  [
    'usage',
    { 'gen_ai.usage.input_tokens': '3', 'gen_ai.usage.output_tokens': '4' },
    { usage: { input: 3, output: 4 }, aggregateUsage: undefined },
  ],
  [
    'usage of the calls inside apart',
    { 'gen_ai.aggregated_usage.input_tokens': '3', 'gen_ai.usage.details.input_tokens': '9' },
    { usage: undefined, aggregateUsage: { input: 3 } },
  ],
  // Errors.
  ['the type of an error', { 'gen_ai.system': 'x', 'error.type': 'RateLimitError' }, { errorType: 'RateLimitError' }],
  [
    'the type of the exception of a failed span',
    { 'gen_ai.system': 'x' },
    { errorType: 'TimeoutError' },
    { statusCode: 2, events: [storedEvent('exception', 5, { 'exception.type': 'TimeoutError' })] },
  ],
  [
    'no exception that was handled',
    { 'gen_ai.system': 'x' },
    { errorType: '' },
    { events: [storedEvent('exception', 5, { 'exception.type': 'TimeoutError' })] },
  ],
  [
    'the level and message of Langfuse',
    { 'langfuse.observation.level': 'ERROR', 'langfuse.observation.status_message': 'm' },
    { level: 'ERROR', statusMessage: 'm' },
    { statusMessage: 'other' },
  ],
  ['the status message', { 'gen_ai.system': 'x' }, { statusMessage: 'm' }, { statusMessage: 'm' }],
];

describe('reading a span of AI work', () => {
  for (const [name, attributes, expected, fields] of CASES) {
    it(`reads ${name}`, () => {
      const span = read(attributes, fields);
      const found = Object.fromEntries(Object.keys(expected).map((key) => [key, span[key as keyof AiSpan]]));
      assert.deepEqual(found, expected);
    });
  }

  it('returns nothing for spans of other work', () => {
    const others: readonly Attributes[] = [{}, { 'ai.rating': '5' }, { 'user.id': 'u', 'server.address': 'a' }];
    for (const attributes of others) assert.equal(readAiSpan(storedSpan(attributes, { name: 'chat gpt' })), undefined);
  });

  it('cuts long texts, never in the middle of a character', () => {
    const long = `${'a'.repeat(255)}😀`;
    const span = read({ 'gen_ai.request.model': long, 'gen_ai.response.id': long, 'gen_ai.operation.name': long });
    assert.deepEqual([span.requestModel.length, span.responseId.length, span.operation.length], [255, 200, 64]);
    assert.equal(span.requestModel.isWellFormed(), true);
  });
});
