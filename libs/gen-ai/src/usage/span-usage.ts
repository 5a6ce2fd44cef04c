import { FieldTable } from '../field-table.js';
import { readAiSdkUsage } from './ai-sdk-usage.js';
import { readUsageDetails } from './langfuse-usage.js';
import { toCount, type ReportedField, type ReportedUsage } from './reported-usage.js';

/**
 * The attributes of each figure, the current name first. One span may have several spellings of one figure; the first that is a number
 * counts, so they are never added up. Sources: the gen_ai conventions and their earlier versions, OpenInference, the AI SDK,
 * Traceloop and OpenLIT.
 */
const SPELLINGS: Readonly<Record<ReportedField, readonly string[]>> = {
  input: [
    'gen_ai.usage.input_tokens',
    'gen_ai.usage.prompt_tokens',
    'llm.token_count.prompt',
    'ai.usage.inputTokens',
    'ai.usage.promptTokens',
    'llm.usage.prompt_tokens',
    'ai.usage.tokens',
  ],
  output: [
    'gen_ai.usage.output_tokens',
    'gen_ai.usage.completion_tokens',
    'llm.token_count.completion',
    'ai.usage.outputTokens',
    'ai.usage.completionTokens',
    'llm.usage.completion_tokens',
  ],
  total: ['llm.token_count.total', 'ai.usage.totalTokens', 'gen_ai.usage.total_tokens', 'llm.usage.total_tokens'],
  cacheRead: [
    'gen_ai.usage.cache_read.input_tokens',
    'gen_ai.usage.cache_read_input_tokens',
    'llm.token_count.prompt_details.cache_read',
    'llm.token_count.prompt_details.cache_input',
    'ai.usage.inputTokenDetails.cacheReadTokens',
    'ai.usage.cachedInputTokens',
    'llm.usage.cache_read_input_tokens',
  ],
  cacheWrite: [
    'gen_ai.usage.cache_write.input_tokens',
    'gen_ai.usage.cache_creation.input_tokens',
    'gen_ai.usage.cache_creation_input_tokens',
    'gen_ai.usage.cache_write_input_tokens',
    'llm.token_count.prompt_details.cache_write',
    'ai.usage.inputTokenDetails.cacheWriteTokens',
    'llm.usage.cache_creation_input_tokens',
  ],
  cacheWrite5m: ['gen_ai.usage.cache_creation.ephemeral_5m_input_tokens'],
  cacheWrite1h: ['gen_ai.usage.cache_creation.ephemeral_1h_input_tokens'],
  reasoning: [
    'gen_ai.usage.reasoning.output_tokens',
    'gen_ai.usage.reasoning_tokens',
    'llm.token_count.completion_details.reasoning',
    'ai.usage.outputTokenDetails.reasoningTokens',
    'ai.usage.reasoningTokens',
    'llm.usage.reasoning_tokens',
  ],
  inputAudio: ['gen_ai.usage.audio.input_tokens', 'llm.token_count.prompt_details.audio'],
  inputAudioCached: ['gen_ai.usage.audio.cache_read.input_tokens'],
  inputImage: ['gen_ai.usage.image.input_tokens'],
  inputImageCached: ['gen_ai.usage.image.cache_read.input_tokens'],
  outputAudio: ['gen_ai.usage.audio.output_tokens', 'llm.token_count.completion_details.audio'],
  outputImage: ['gen_ai.usage.image.output_tokens'],
  webSearches: ['gen_ai.usage.web_searches', 'gen_ai.usage.server_tool_use.web_search_requests'],
};

const COUNTS = new FieldTable(SPELLINGS, toCount);

/** The usage that a span reports; undefined if it reports none. */
export function readReportedUsage(attributes: Readonly<Record<string, string>>): ReportedUsage | undefined {
  const usage = COUNTS.read(attributes);
  if (Object.keys(usage).length === 0) return readUsageDetails(attributes['langfuse.observation.usage_details']);
  return { ...readAiSdkUsage(attributes), ...usage };
}
