import { flattenUsage } from './flatten-usage.js';
import type { InputMode } from './input-mode.js';
import { toCount, toObject, type ReportedField, type ReportedUsage } from './reported-usage.js';

/** The usage object of an API: its names, nested ones with dots, and the names by which it is recognised. */
interface Shape {
  readonly marks: readonly string[];
  readonly mode: InputMode;
  readonly fields: Readonly<Record<string, ReportedField>>;
}

const GEMINI: Shape = {
  marks: ['promptTokenCount', 'candidatesTokenCount'],
  mode: 'inclusive',
  fields: {
    promptTokenCount: 'input',
    candidatesTokenCount: 'output',
    totalTokenCount: 'total',
    cachedContentTokenCount: 'cacheRead',
    thoughtsTokenCount: 'reasoning',
    'promptTokensDetails.AUDIO': 'inputAudio',
    'promptTokensDetails.IMAGE': 'inputImage',
    'cacheTokensDetails.AUDIO': 'inputAudioCached',
    'cacheTokensDetails.IMAGE': 'inputImageCached',
    'candidatesTokensDetails.AUDIO': 'outputAudio',
    'candidatesTokensDetails.IMAGE': 'outputImage',
  },
};

const CHAT_COMPLETIONS: Shape = {
  marks: ['prompt_tokens', 'completion_tokens'],
  mode: 'inclusive',
  fields: {
    prompt_tokens: 'input',
    completion_tokens: 'output',
    total_tokens: 'total',
    'prompt_tokens_details.cached_tokens': 'cacheRead',
    prompt_cache_hit_tokens: 'cacheRead',
    'prompt_tokens_details.cache_write_tokens': 'cacheWrite',
    'prompt_tokens_details.audio_tokens': 'inputAudio',
    'completion_tokens_details.reasoning_tokens': 'reasoning',
    'completion_tokens_details.audio_tokens': 'outputAudio',
    'completion_tokens_details.image_tokens': 'outputImage',
  },
};

const ANTHROPIC: Shape = {
  marks: [
    'cache_read_input_tokens',
    'cache_creation_input_tokens',
    'cache_creation.ephemeral_5m_input_tokens',
    'cache_creation.ephemeral_1h_input_tokens',
    'server_tool_use.web_search_requests',
  ],
  mode: 'exclusive',
  fields: {
    input_tokens: 'input',
    output_tokens: 'output',
    total_tokens: 'total',
    cache_read_input_tokens: 'cacheRead',
    cache_creation_input_tokens: 'cacheWrite',
    'cache_creation.ephemeral_5m_input_tokens': 'cacheWrite5m',
    'cache_creation.ephemeral_1h_input_tokens': 'cacheWrite1h',
    'output_tokens_details.thinking_tokens': 'reasoning',
    'server_tool_use.web_search_requests': 'webSearches',
  },
};

const RESPONSES: Shape = {
  marks: ['input_tokens', 'output_tokens'],
  mode: 'inclusive',
  fields: {
    input_tokens: 'input',
    output_tokens: 'output',
    total_tokens: 'total',
    'input_tokens_details.cached_tokens': 'cacheRead',
    'input_tokens_details.audio_tokens': 'inputAudio',
    'input_tokens_details.image_tokens': 'inputImage',
    'output_tokens_details.reasoning_tokens': 'reasoning',
    'output_tokens_details.audio_tokens': 'outputAudio',
    'output_tokens_details.image_tokens': 'outputImage',
  },
};

const TOKENS = { inputTokens: 'input', outputTokens: 'output', totalTokens: 'total' } as const;

const BEDROCK: Shape = {
  marks: ['cacheReadInputTokens', 'cacheWriteInputTokens', 'cacheReadInputTokenCount', 'cacheWriteInputTokenCount'],
  mode: 'exclusive',
  fields: {
    ...TOKENS,
    cacheReadInputTokens: 'cacheRead',
    cacheReadInputTokenCount: 'cacheRead',
    cacheWriteInputTokens: 'cacheWrite',
    cacheWriteInputTokenCount: 'cacheWrite',
  },
};

const AI_SDK: Shape = {
  marks: ['inputTokens', 'outputTokens'],
  mode: 'inclusive',
  fields: { ...TOKENS, cachedInputTokens: 'cacheRead', reasoningTokens: 'reasoning' },
};

/** The first shape of which a name is present counts. */
const SHAPES = [GEMINI, CHAT_COMPLETIONS, ANTHROPIC, RESPONSES, BEDROCK, AI_SDK];

/** The usage object of an API of a provider, which states its own mode; undefined if it is none that is known. */
export function readProviderUsage(value: unknown): ReportedUsage | undefined {
  const flat = flattenUsage(toObject(value));
  const shape = SHAPES.find(({ marks }) => marks.some((mark) => flat.has(mark)));
  if (!shape) return undefined;
  const usage = { mode: shape.mode, ...pickFields(flat, shape.fields) };
  return shape === GEMINI ? withGeminiTools(usage, toCount(flat.get('toolUsePromptTokenCount')) ?? 0) : usage;
}

/** The counts of some names; the first name of a field that has a count wins. */
export function pickFields(
  flat: ReadonlyMap<string, unknown>,
  fields: Readonly<Record<string, ReportedField>>,
): { [Field in ReportedField]?: number } {
  const usage: { [Field in ReportedField]?: number } = {};
  for (const [name, field] of Object.entries(fields)) {
    const count = toCount(flat.get(name));
    if (count !== undefined) usage[field] ??= count;
  }
  return usage;
}

/** Gemini counts thoughts beside the candidates, and the results of its own tools beside the prompt. */
function withGeminiTools(usage: ReportedUsage, tools: number): ReportedUsage {
  const { input = 0, output = 0, reasoning = 0 } = usage;
  return { ...usage, input: input + tools, output: output + reasoning };
}
