import { readProviderUsage } from './provider-usage.js';
import { parseObject, toCount, toObject, type ReportedUsage } from './reported-usage.js';

/** The figures that the AI SDK leaves to the metadata of the provider in some versions. */
const SUPPLEMENTS = ['cacheRead', 'cacheWrite', 'cacheWrite5m', 'cacheWrite1h', 'webSearches'] as const;

/** Since version 6 of the SDK. */
const DETAILS = ['noCacheTokens', 'cacheReadTokens', 'cacheWriteTokens'] as const;

/**
 * The figures that a span of the AI SDK has beside its attributes of usage. Before version 6 of the SDK, which added details of the input,
 * cached tokens of Anthropic and Bedrock were beside the input, and those written to the cache only in the metadata of the provider.
 */
export function readAiSdkUsage(attributes: Readonly<Record<string, string>>): ReportedUsage {
  const provider = attributes['ai.model.provider'];
  if (provider === undefined) return {};
  const metadata = parseObject(attributes['ai.response.providerMetadata']);
  const usage: { -readonly [Field in keyof ReportedUsage]: ReportedUsage[Field] } = {};
  for (const part of Object.values(metadata).map(toObject)) {
    const reported = readProviderUsage(part['usage'] ?? part['usageMetadata']);
    const supplements = { ...reported, cacheWrite: reported?.cacheWrite ?? toCount(part['cacheCreationInputTokens']) };
    for (const field of SUPPLEMENTS) {
      const count = supplements[field];
      if (count !== undefined) usage[field] ??= count;
    }
  }
  const hasDetails = DETAILS.some((name) => Object.hasOwn(attributes, `ai.usage.inputTokenDetails.${name}`));
  if (!hasDetails && /anthropic|bedrock/.test(provider)) usage.mode = 'exclusive';
  return usage;
}
