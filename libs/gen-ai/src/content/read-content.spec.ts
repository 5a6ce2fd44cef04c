import assert from 'node:assert/strict';
import fc from 'fast-check';
import { recordedSpans } from '../testing/recorded.js';
import type { StepContent } from './content.js';
import { CONTENT_EVENTS } from './events.js';
import { readContent, type ContentSources } from './read-content.js';

const QUESTION = { role: 'user', parts: [{ type: 'text', text: 'Weather?' }] } as const;
const ANSWER = { role: 'assistant', parts: [{ type: 'text', text: 'Cold.' }] } as const;
const CALL = { type: 'tool_call', id: 'c1', name: 'weather', arguments: '{"city":"Oslo"}' } as const;
const BOTH: StepContent = { input: [QUESTION], output: [ANSWER] };

const read = (attributes: Record<string, string>, events: ContentSources['events'] = []): StepContent =>
  readContent({ attributes, events });
const event = (name: string, body: string, attributes: Record<string, string> = {}) => ({ name, body, attributes });

const SAME: Readonly<Record<string, ContentSources>> = {
  conventions: {
    attributes: {
      'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"Weather?"}]}]',
      'gen_ai.output.messages': '[{"role":"assistant","parts":[{"type":"text","content":"Cold."}]}]',
    },
    events: [],
  },
  'one event of the conventions': {
    attributes: {},
    events: [
      event('gen_ai.client.inference.operation.details', '', {
        'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"Weather?"}]}]',
        'gen_ai.output.messages': '[{"role":"assistant","parts":[{"type":"text","content":"Cold."}]}]',
      }),
    ],
  },
  'log events': {
    attributes: {},
    events: [
      event('gen_ai.user.message', '{"content":"Weather?"}'),
      event('gen_ai.choice', '{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"Cold."}}'),
      event('unrelated', 'A longer text than all of them together.'),
    ],
  },
  'span events': {
    attributes: {},
    events: [
      event('gen_ai.user.message', '', { content: 'Weather?' }),
      event('gen_ai.choice', '', { message: '{"content":"Cold."}' }),
    ],
  },
  OpenInference: {
    attributes: {
      'input.value': '{"model":"m","messages":[],"temperature":1}',
      'llm.input_messages.0.message.role': 'user',
      'llm.input_messages.0.message.contents.0.message_content.type': 'text',
      'llm.input_messages.0.message.contents.0.message_content.text': 'Weather?',
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.content': 'Cold.',
    },
    events: [],
  },
  Traceloop: {
    attributes: {
      'gen_ai.prompt.0.role': 'user',
      'gen_ai.prompt.0.content': 'Weather?',
      'gen_ai.completion.0.role': 'assistant',
      'gen_ai.completion.0.content': 'Cold.',
    },
    events: [],
  },
  'AI SDK': { attributes: { 'ai.prompt': '{"prompt":"Weather?"}', 'ai.response.text': 'Cold.' }, events: [] },
  Langfuse: {
    attributes: {
      'langfuse.observation.input': '{"messages":[{"role":"user","content":"Weather?"}],"tools":[]}',
      'langfuse.observation.output': '{"choices":[{"message":{"role":"assistant","content":"Cold."}}]}',
    },
    events: [],
  },
  'Pydantic AI': {
    attributes: {
      events:
        '[{"event.name":"gen_ai.user.message","content":"Weather?"},{"event.name":"gen_ai.choice","message":{"content":"Cold."}}]',
    },
    events: [],
  },
  'plain texts': { attributes: { 'input.value': 'Weather?', 'output.value': 'Cold.' }, events: [] },
};

describe('prompts and answers', () => {
  it.each(Object.keys(SAME))('are the same messages from %s', (name) => {
    const source = SAME[name];
    assert.ok(source);
    assert.deepEqual(readContent(source), BOTH);
  });

  it('have calls of tools in each notation', () => {
    const answers: Record<string, string>[] = [
      {
        'gen_ai.output.messages':
          '[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"weather","arguments":{"city":"Oslo"}}]}]',
      },
      { 'ai.response.toolCalls': '[{"toolCallId":"c1","toolName":"weather","input":"{\\"city\\":\\"Oslo\\"}"}]' },
      {
        'output.value':
          '{"choices":[{"message":{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"weather","arguments":"{\\"city\\":\\"Oslo\\"}"}}]}}]}',
      },
      {
        'langfuse.observation.output':
          '{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"weather","input":{"city":"Oslo"}}]}',
      },
      {
        'llm.output_messages.0.message.role': 'assistant',
        'llm.output_messages.0.message.tool_calls.0.tool_call.id': 'c1',
        'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'weather',
        'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments': '{"city":"Oslo"}',
      },
    ];
    for (const attributes of answers) {
      assert.deepEqual(read(attributes).output, [{ role: 'assistant', parts: [CALL] }]);
    }
  });

  it('of a tool are its arguments and its result', () => {
    const attributes = {
      'gen_ai.tool.call.id': 'c1',
      'gen_ai.tool.name': 'weather',
      'gen_ai.tool.call.arguments': '{"city":"Oslo"}',
      'gen_ai.tool.call.result': '{"celsius":4}',
    };
    assert.deepEqual(read(attributes), {
      input: [{ role: 'tool', parts: [CALL] }],
      output: [{ role: 'tool', parts: [{ type: 'tool_result', id: 'c1', result: '{"celsius":4}' }] }],
    });
  });

  it('come from the longest of several places', () => {
    const whole = '[{"role":"user","content":"Weather in Oslo?"}]';
    const { input } = read({ 'gen_ai.prompt.0.content': 'Weather', 'gen_ai.input.messages': whole });
    assert.deepEqual(input, [{ role: 'user', parts: [{ type: 'text', text: 'Weather in Oslo?' }] }]);
  });

  it('begin with the instructions of the system', () => {
    const attributes = {
      'gen_ai.system_instructions': '[{"type":"text","content":"Be short."}]',
      'gen_ai.prompt': 'Hi',
    };
    assert.deepEqual(
      read(attributes).input.map(({ role }) => role),
      ['system', 'user'],
    );
  });

  it('of indexed attributes are in the order of their numbers', () => {
    const attributes = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`gen_ai.prompt.${11 - index}.content`, String(11 - index)]),
    );
    const texts = read(attributes).input.flatMap(({ parts }) => parts.map((part) => part.type === 'text' && part.text));
    assert.deepEqual(
      texts,
      Array.from({ length: 12 }, (_, index) => String(index)),
    );
  });

  it('are there for each recording that has them', () => {
    const instrumentations = ['ai-sdk-6', 'ai-sdk-7', 'genai', 'langfuse', 'openinference', 'pydantic-ai', 'traceloop'];
    for (const instrumentation of instrumentations) {
      const contents = recordedSpans(instrumentation).map(({ attributes }) => read({ ...attributes }));
      const parts = contents.flatMap(({ input, output }) => [...input, ...output].flatMap((message) => message.parts));
      assert.ok(
        parts.some((part) => part.type === 'text' && part.text === 'Weather? [weather]'),
        instrumentation,
      );
      const call = { type: 'tool_call', id: 'call_1', name: 'get_weather', arguments: '{"city":"Oslo"}' };
      assert.ok(
        parts.some((part) => JSON.stringify(part) === JSON.stringify(call)),
        instrumentation,
      );
    }
  });

  it('are read from any values without an error', () => {
    const names = ['gen_ai.input.messages', 'ai.prompt', 'ai.response.toolCalls', 'events', 'output.value'];
    const name = fc.constantFrom(
      ...names,
      'llm.input_messages.0.__proto__.x',
      'gen_ai.prompt.0',
      'gen_ai.prompt.0.a.b',
    );
    const attributes = fc.dictionary(name, fc.oneof(fc.json(), fc.string()));
    const events = fc.array(
      fc.record({ name: fc.constantFrom(...CONTENT_EVENTS), body: fc.oneof(fc.json(), fc.string()), attributes }),
    );
    fc.assert(
      fc.property(attributes, events, (own, records) => {
        const { input, output } = readContent({ attributes: own, events: records });
        for (const { parts } of [...input, ...output]) assert.ok(parts.length > 0);
      }),
    );
    assert.doesNotThrow(() => read({ 'gen_ai.input.messages': '['.repeat(100_000) + ']'.repeat(100_000) }));
  });
});
