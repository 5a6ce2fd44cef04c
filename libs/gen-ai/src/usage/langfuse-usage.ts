import { flattenUsage } from './flatten-usage.js';
import { pickFields, readProviderUsage } from './provider-usage.js';
import { parseObject, type ReportedField, type ReportedUsage } from './reported-usage.js';

/** Names of Langfuse and of its integrations; every number is beside the others. */
const FIELDS: Readonly<Record<string, ReportedField>> = {
  input: 'input',
  output: 'output',
  total: 'total',
  input_cached_tokens: 'cacheRead',
  input_cache_read: 'cacheRead',
  cache_read_input_tokens: 'cacheRead',
  input_cache_creation: 'cacheWrite',
  cache_creation_input_tokens: 'cacheWrite',
  input_cache_creation_5m: 'cacheWrite5m',
  cache_creation_ephemeral_5m_input_tokens: 'cacheWrite5m',
  input_cache_creation_1h: 'cacheWrite1h',
  cache_creation_ephemeral_1h_input_tokens: 'cacheWrite1h',
  output_reasoning_tokens: 'reasoning',
  output_reasoning: 'reasoning',
  input_audio_tokens: 'inputAudio',
  input_audio: 'inputAudio',
  input_image_tokens: 'inputImage',
  input_image: 'inputImage',
  output_audio_tokens: 'outputAudio',
  output_audio: 'outputAudio',
  output_image_tokens: 'outputImage',
  output_image: 'outputImage',
};

/** The usage in `langfuse.observation.usage_details`: the object of a provider, or that of Langfuse. Undefined if it has no count. */
export function readUsageDetails(text: string | undefined): ReportedUsage | undefined {
  const details = parseObject(text);
  const own = pickFields(flattenUsage(details), FIELDS);
  // The names of cached tokens are also those of a provider, so the names of the whole decide.
  if (own.input !== undefined || own.output !== undefined) return { mode: 'additive', ...own };
  return readProviderUsage(details) ?? (Object.keys(own).length > 0 ? { mode: 'additive', ...own } : undefined);
}
