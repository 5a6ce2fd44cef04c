import assert from 'node:assert/strict';
import type { Usage } from './buckets.js';
import { toDisjointUsage } from './disjoint-usage.js';
import { expectedInputMode } from './input-mode.js';
import { readReportedUsage } from './span-usage.js';

type Attributes = Readonly<Record<string, string>>;
const once = { requests: 1 };

/** Instrumentation, provider, attributes of the span, and the buckets. */
const CASES: readonly (readonly [string, string, Attributes, Usage])[] = [
  [
    'opentelemetry.util.genai',
    'anthropic',
    {
      'gen_ai.usage.input_tokens': '100',
      'gen_ai.usage.cache_read.input_tokens': '70',
      'gen_ai.usage.cache_write.input_tokens': '20',
      'gen_ai.usage.output_tokens': '9',
      'gen_ai.usage.reasoning.output_tokens': '4',
    },
    { input_text_uncached: 10, input_cache_read: 70, input_cache_write_5m: 20, output_text: 5, output_reasoning: 4 },
  ],
  [
    'opentelemetry.instrumentation.openai',
    'openai',
    {
      'gen_ai.usage.input_tokens': '50',
      'gen_ai.usage.prompt_tokens': '50',
      'llm.usage.prompt_tokens': '50',
      'gen_ai.usage.cache_read_input_tokens': '30',
      'gen_ai.usage.completion_tokens': '12.0',
      'llm.usage.total_tokens': '62',
      'gen_ai.usage.details.cached_tokens': '30',
    },
    { input_text_uncached: 20, input_cache_read: 30, output_text: 12 },
  ],
  [
    'opentelemetry.instrumentation.anthropic',
    'anthropic',
    {
      'gen_ai.usage.input_tokens': '100',
      'gen_ai.usage.cache_read_input_tokens': '80',
      'gen_ai.usage.cache_creation_input_tokens': '10',
      'gen_ai.usage.output_tokens': '5',
    },
    { input_text_uncached: 10, input_cache_read: 80, input_cache_write_5m: 10, output_text: 5 },
  ],
  [
    '@traceloop/instrumentation-anthropic',
    'anthropic',
    {
      'gen_ai.usage.input_tokens': '100',
      'gen_ai.usage.cache_read_input_tokens': '80',
      'gen_ai.usage.cache_creation_input_tokens': '10',
      'gen_ai.usage.output_tokens': '5',
    },
    { input_text_uncached: 100, input_cache_read: 80, input_cache_write_5m: 10, output_text: 5 },
  ],
  [
    'openinference.instrumentation.openai',
    'openai',
    {
      'llm.token_count.prompt': '90',
      'llm.token_count.prompt_details.cache_read': '40',
      'llm.token_count.prompt_details.audio': '10',
      'llm.token_count.completion': '30',
      'llm.token_count.completion_details.reasoning': '20',
      'llm.token_count.completion_details.audio': '6',
      'llm.token_count.total': '120',
    },
    {
      input_text_uncached: 40,
      input_cache_read: 40,
      input_audio: 10,
      output_text: 4,
      output_reasoning: 20,
      output_audio: 6,
    },
  ],
  [
    'ai',
    'openai.responses',
    {
      'ai.model.provider': 'openai.responses',
      'ai.usage.inputTokens': '60',
      'ai.usage.cachedInputTokens': '20',
      'ai.usage.outputTokens': '30',
      'ai.usage.reasoningTokens': '10',
      'ai.usage.totalTokens': '90',
      'gen_ai.usage.input_tokens': '60',
    },
    { input_text_uncached: 40, input_cache_read: 20, output_text: 20, output_reasoning: 10 },
  ],
  [
    'ai',
    'anthropic.messages',
    {
      'ai.model.provider': 'anthropic.messages',
      'ai.usage.inputTokens': '60',
      'ai.usage.cachedInputTokens': '20',
      'ai.usage.outputTokens': '30',
      'ai.response.providerMetadata': JSON.stringify({
        anthropic: {
          usage: {
            input_tokens: 60,
            cache_creation_input_tokens: 7,
            cache_creation: { ephemeral_5m_input_tokens: 4, ephemeral_1h_input_tokens: 3 },
          },
        },
      }),
    },
    {
      input_text_uncached: 60,
      input_cache_read: 20,
      input_cache_write_5m: 4,
      input_cache_write_1h: 3,
      output_text: 30,
    },
  ],
  [
    'ai',
    'anthropic.messages',
    {
      'ai.model.provider': 'anthropic.messages',
      'ai.usage.inputTokens': '87',
      'ai.usage.inputTokenDetails.cacheReadTokens': '20',
      'ai.usage.inputTokenDetails.cacheWriteTokens': '7',
      'ai.usage.outputTokens': '30',
      'ai.response.providerMetadata': 'not json',
    },
    { input_text_uncached: 60, input_cache_read: 20, input_cache_write_5m: 7, output_text: 30 },
  ],
  [
    'openlit.instrumentation.anthropic',
    'anthropic',
    {
      'gen_ai.usage.input_tokens': '40',
      'gen_ai.usage.cache_read_input_tokens': '15',
      'gen_ai.usage.cache_write_input_tokens': '5',
      'gen_ai.usage.output_tokens': '3',
    },
    { input_text_uncached: 40, input_cache_read: 15, input_cache_write_5m: 5, output_text: 3 },
  ],
  [
    'langfuse-sdk',
    '',
    {
      'langfuse.observation.usage_details': JSON.stringify({
        input: 20,
        input_cached_tokens: 80,
        output: 5,
        output_reasoning_tokens: 7,
        total: 112,
      }),
    },
    { input_text_uncached: 20, input_cache_read: 80, output_text: 5, output_reasoning: 7 },
  ],
  [
    'langfuse-sdk',
    '',
    {
      'langfuse.observation.usage_details': JSON.stringify({
        prompt_tokens: 100,
        completion_tokens: 10,
        total_tokens: 110,
        prompt_tokens_details: { cached_tokens: 80 },
        completion_tokens_details: { reasoning_tokens: 4 },
      }),
    },
    { input_text_uncached: 20, input_cache_read: 80, output_text: 6, output_reasoning: 4 },
  ],
  [
    'langfuse-sdk',
    'anthropic',
    {
      'langfuse.observation.usage_details': JSON.stringify({
        input: 11,
        output: 5,
        cache_creation_input_tokens: 9,
        cache_creation_ephemeral_5m_input_tokens: 6,
        cache_creation_ephemeral_1h_input_tokens: 3,
      }),
    },
    { input_text_uncached: 11, input_cache_write_5m: 6, input_cache_write_1h: 3, output_text: 5 },
  ],
];

describe('the usage of a span', () => {
  for (const [scope, provider, attributes, expected] of CASES) {
    it(`is the same whichever number contains which: ${scope}, ${Object.keys(attributes).at(-1)}`, () => {
      const reported = readReportedUsage(attributes);
      assert.ok(reported);
      const { usage, isMismatch } = toDisjointUsage(reported, expectedInputMode(scope, '0.27.0', provider));
      assert.deepEqual(usage, { ...expected, ...once });
      assert.equal(isMismatch, false);
    });
  }

  it('is undefined without a count, and ignores what is no count', () => {
    const none = [{}, { 'gen_ai.usage.input_tokens': 'many' }, { 'gen_ai.usage.input_tokens': '-1' }];
    const details = ['[]', 'null', '{"input":"3"}', '{', '{"__proto__":{"input":1}}'];
    for (const attributes of [...none, ...details.map((text) => ({ 'langfuse.observation.usage_details': text }))]) {
      assert.equal(readReportedUsage(attributes as Attributes), undefined, JSON.stringify(attributes));
    }
  });
});

describe('expectedInputMode()', () => {
  it('depends on the instrumentation, its version and the provider', () => {
    const cases = [
      ['opentelemetry.instrumentation.anthropic', '0.62.4', 'anthropic', 'inclusive'],
      ['@traceloop/instrumentation-anthropic', '0.27.0', 'anthropic', 'exclusive'],
      ['@traceloop/instrumentation-anthropic', '', 'anthropic', 'exclusive'],
      ['@traceloop/instrumentation-anthropic', '1.0.0', 'anthropic', 'inclusive'],
      ['@traceloop/instrumentation-openai', '0.27.0', 'openai', 'inclusive'],
      ['opentelemetry.instrumentation.bedrock', '0.62.4', '', 'exclusive'],
      ['opentelemetry.instrumentation.bedrock', 'v1.0.0b1', '', 'inclusive'],
      ['openlit.otel.tracing', '1.45.0', 'Anthropic', 'exclusive'],
      ['openlit.otel.tracing', '1.45.0', 'openai', 'inclusive'],
      ['', '', 'anthropic', 'inclusive'],
    ] as const;
    for (const [scope, version, provider, mode] of cases) {
      assert.equal(expectedInputMode(scope, version, provider), mode, `${scope} ${version} ${provider}`);
    }
  });
});
