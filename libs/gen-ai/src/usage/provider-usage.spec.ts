import assert from 'node:assert/strict';
import type { Usage } from './buckets.js';
import { toDisjointUsage } from './disjoint-usage.js';
import { readProviderUsage } from './provider-usage.js';

/** Name, the usage object of an answer, and the buckets without the request. */
const CASES: readonly (readonly [string, Record<string, unknown>, Usage])[] = [
  [
    'OpenAI Chat Completions',
    {
      prompt_tokens: 1_117,
      completion_tokens: 46,
      total_tokens: 1_163,
      prompt_tokens_details: { cached_tokens: 1_024, audio_tokens: 13 },
      completion_tokens_details: {
        reasoning_tokens: 20,
        audio_tokens: 5,
        accepted_prediction_tokens: 3,
        rejected_prediction_tokens: 2,
      },
    },
    {
      input_text_uncached: 80,
      input_cache_read: 1_024,
      input_audio: 13,
      output_text: 21,
      output_reasoning: 20,
      output_audio: 5,
    },
  ],
  [
    'OpenAI Responses',
    {
      input_tokens: 2_006,
      input_tokens_details: { cached_tokens: 1_920 },
      output_tokens: 300,
      output_tokens_details: { reasoning_tokens: 256 },
      total_tokens: 2_306,
    },
    { input_text_uncached: 86, input_cache_read: 1_920, output_text: 44, output_reasoning: 256 },
  ],
  [
    'Anthropic with both lifetimes of the cache',
    {
      input_tokens: 50,
      cache_creation_input_tokens: 556,
      cache_read_input_tokens: 100_000,
      cache_creation: { ephemeral_5m_input_tokens: 456, ephemeral_1h_input_tokens: 100 },
      output_tokens: 503,
      server_tool_use: { web_search_requests: 2 },
      service_tier: 'standard',
    },
    {
      input_text_uncached: 50,
      input_cache_read: 100_000,
      input_cache_write_5m: 456,
      input_cache_write_1h: 100,
      output_text: 503,
      web_searches: 2,
    },
  ],
  [
    'Gemini with thoughts, a tool, and cached audio',
    {
      promptTokenCount: 1_000,
      cachedContentTokenCount: 400,
      candidatesTokenCount: 60,
      thoughtsTokenCount: 40,
      toolUsePromptTokenCount: 30,
      totalTokenCount: 1_130,
      promptTokensDetails: [
        { modality: 'TEXT', tokenCount: 700 },
        { modality: 'AUDIO', tokenCount: 200 },
        { modality: 'IMAGE', tokenCount: 100 },
      ],
      cacheTokensDetails: [{ modality: 'AUDIO', tokenCount: 150 }],
    },
    {
      input_text_uncached: 480,
      input_cache_read: 250,
      input_audio: 50,
      input_audio_cached: 150,
      input_image: 100,
      output_text: 60,
      output_reasoning: 40,
    },
  ],
  [
    'Bedrock Converse',
    {
      inputTokens: 13,
      outputTokens: 5,
      totalTokens: 1_068,
      cacheReadInputTokens: 1_030,
      cacheWriteInputTokens: 20,
    },
    { input_text_uncached: 13, input_cache_read: 1_030, input_cache_write_5m: 20, output_text: 5 },
  ],
  [
    'the AI SDK',
    { inputTokens: 30, outputTokens: 9, totalTokens: 39, cachedInputTokens: 10, reasoningTokens: 4 },
    { input_text_uncached: 20, input_cache_read: 10, output_text: 5, output_reasoning: 4 },
  ],
];

describe('readProviderUsage()', () => {
  for (const [name, raw, expected] of CASES) {
    it(`reads the usage of ${name}`, () => {
      const reported = readProviderUsage(raw);
      assert.ok(reported?.mode);
      // The opposite expectation changes nothing, because the shape states its mode.
      for (const opposite of ['inclusive', 'exclusive', 'additive'] as const) {
        const { usage, isMismatch } = toDisjointUsage(reported, opposite);
        assert.deepEqual(usage, { ...expected, requests: 1 });
        assert.equal(isMismatch, false);
      }
    });
  }

  it('knows no other object', () => {
    for (const other of [undefined, null, 1, [], {}, { tokens: 3 }, { input_tokens: '3' }]) {
      assert.equal(readProviderUsage(other), undefined);
    }
  });
});
