/** The usage of a call as an instrumentation reports it: which number contains which differs ([disjoint](disjoint-usage.ts)). */
export interface ReportedUsage {
  readonly input?: number;
  readonly output?: number;
  readonly total?: number;
  readonly cacheRead?: number;
  /** Written to the cache, of every lifetime. */
  readonly cacheWrite?: number;
  readonly cacheWrite5m?: number;
  readonly cacheWrite1h?: number;
  readonly reasoning?: number;
  readonly inputAudio?: number;
  readonly inputAudioCached?: number;
  readonly inputImage?: number;
  readonly inputImageCached?: number;
  readonly outputAudio?: number;
  readonly outputImage?: number;
  readonly webSearches?: number;
}

export type ReportedField = keyof ReportedUsage;

/** Reads the text of an attribute, or undefined. */
export type AttributeLookup = (name: string) => string | undefined;

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

/** Langfuse sends one JSON object, whose names come from the provider or from its own integrations. */
const USAGE_DETAILS: Readonly<Record<string, ReportedField>> = {
  input: 'input',
  input_tokens: 'input',
  prompt_tokens: 'input',
  promptTokens: 'input',
  output: 'output',
  output_tokens: 'output',
  completion_tokens: 'output',
  completionTokens: 'output',
  total: 'total',
  total_tokens: 'total',
  totalTokens: 'total',
  input_cached_tokens: 'cacheRead',
  input_cache_read: 'cacheRead',
  cache_read_input_tokens: 'cacheRead',
  input_cache_creation: 'cacheWrite',
  cache_creation_input_tokens: 'cacheWrite',
  input_cache_creation_5m: 'cacheWrite5m',
  input_cache_creation_1h: 'cacheWrite1h',
  output_reasoning_tokens: 'reasoning',
  output_reasoning: 'reasoning',
  input_audio_tokens: 'inputAudio',
  output_audio_tokens: 'outputAudio',
};

/** The usage that a span reports; undefined if it reports none. */
export function readReportedUsage(attribute: AttributeLookup): ReportedUsage | undefined {
  const usage: { -readonly [Field in ReportedField]: number } = {} as never;
  for (const [field, names] of Object.entries(SPELLINGS) as [ReportedField, readonly string[]][]) {
    const value = firstCount(names, attribute);
    if (value !== undefined) usage[field] = value;
  }
  return Object.keys(usage).length > 0 ? usage : readUsageDetails(attribute('langfuse.observation.usage_details'));
}

function firstCount(names: readonly string[], attribute: AttributeLookup): number | undefined {
  for (const name of names) {
    const count = toCount(attribute(name));
    if (count !== undefined) return count;
  }
  return undefined;
}

function readUsageDetails(text: string | undefined): ReportedUsage | undefined {
  const details = parseObject(text);
  const usage: { -readonly [Field in ReportedField]?: number } = {};
  for (const [name, value] of Object.entries(details)) {
    const field = Object.hasOwn(USAGE_DETAILS, name) ? USAGE_DETAILS[name] : undefined;
    const count = field && toCount(typeof value === 'number' ? String(value) : undefined);
    if (field && count !== undefined) usage[field] ??= count;
  }
  return Object.keys(usage).length > 0 ? usage : undefined;
}

function parseObject(text: string | undefined): Readonly<Record<string, unknown>> {
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** A count that a double holds exactly; some instrumentations write it as `12.0`. */
function toCount(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const count = Number(text);
  return Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}
