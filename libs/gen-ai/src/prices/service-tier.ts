/** Service tiers that cost what the price list says: the values of `service_tier` of OpenAI and Anthropic. */
const DEFAULT_TIERS = new Set(['', 'auto', 'default', 'standard', 'standard_only']);

/** The tier that changes a price, in lower case; '' for the default one. */
export function pricedTier(serviceTier: string): string {
  const tier = serviceTier.trim().toLowerCase();
  return DEFAULT_TIERS.has(tier) ? '' : tier;
}
