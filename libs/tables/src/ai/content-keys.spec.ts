import assert from 'node:assert/strict';
import { contentKeys, isContentAttribute } from './content-keys.js';

const CONTENT = [
  'gen_ai.input.messages',
  'gen_ai.output.messages',
  'gen_ai.system_instructions',
  'gen_ai.tool.definitions',
  'gen_ai.tool.call.arguments',
  'gen_ai.tool.call.result',
  'gen_ai.prompt.0.content',
  'gen_ai.prompt.12.tool_calls.0.arguments',
  'gen_ai.completion.0.content',
  'input.value',
  'output.value',
  'llm.input_messages.0.message.content',
  'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments',
  'llm.tools.0.tool.json_schema',
  'retrieval.documents.0.document.content',
  'embedding.embeddings.0.embedding.text',
  'ai.prompt',
  'ai.prompt.messages',
  'ai.response.text',
  'ai.response.toolCalls',
  'ai.toolCall.args',
  'ai.toolCall.result',
  'ai.value',
  'traceloop.entity.input',
  'traceloop.entity.output',
  'langfuse.observation.input',
  'langfuse.trace.output',
  'pydantic_ai.all_messages',
];
const OTHERS = [
  'gen_ai.operation.name',
  'gen_ai.prompt.name',
  'gen_ai.prompt.version',
  'gen_ai.prompt.0.role',
  'gen_ai.completion.0.finish_reason',
  'gen_ai.usage.input_tokens',
  'gen_ai.tool.name',
  'gen_ai.response.id',
  'llm.model_name',
  'llm.token_count.prompt',
  'llm.prompt_template.version',
  'ai.response.finishReason',
  'ai.response.id',
  'ai.toolCall.name',
  'ai.model.id',
  'langfuse.observation.type',
  'langfuse.observation.usage_details',
  'traceloop.entity.name',
  'input.mime_type',
  'http.route',
  '',
];

describe('attributes with content', () => {
  for (const name of CONTENT) it(`include ${name}`, () => assert.equal(isContentAttribute(name), true));
  for (const name of OTHERS) it(`do not include '${name}'`, () => assert.equal(isContentAttribute(name), false));

  it('are found among those of a span', () => {
    const attributes = Object.fromEntries([...CONTENT, ...OTHERS].map((name) => [name, 'x']));
    assert.deepEqual(contentKeys(attributes), CONTENT);
  });
});
