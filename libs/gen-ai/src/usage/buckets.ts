/**
 * Disjoint parts of the usage of one call: no token is in two of them, so the sum of the token buckets is what the provider counted, and a
 * price applies to each of them on its own.
 */
export const TOKEN_BUCKETS = [
  'input_text_uncached',
  'input_cache_read',
  'input_cache_write_5m',
  'input_cache_write_1h',
  'input_audio',
  'input_audio_cached',
  'input_image',
  'input_image_cached',
  'output_text',
  'output_reasoning',
  'output_audio',
  'output_image',
] as const;

/** Parts of the usage that are no tokens. */
export const COUNT_BUCKETS = ['requests', 'web_searches'] as const;

export const BUCKETS = [...TOKEN_BUCKETS, ...COUNT_BUCKETS] as const;

export type TokenBucket = (typeof TOKEN_BUCKETS)[number];
export type Bucket = (typeof BUCKETS)[number];

/** Counts by bucket, whole and not negative; an absent bucket is 0. */
export type Usage = Readonly<Partial<Record<Bucket, number>>>;

const INPUT_BUCKETS = TOKEN_BUCKETS.filter((bucket) => bucket.startsWith('input_'));
const OUTPUT_BUCKETS = TOKEN_BUCKETS.filter((bucket) => bucket.startsWith('output_'));

/** All tokens that went into the model, cached ones included. */
export function inputTokens(usage: Usage): number {
  return sum(usage, INPUT_BUCKETS);
}

/** All tokens that came out of the model, those of reasoning included. */
export function outputTokens(usage: Usage): number {
  return sum(usage, OUTPUT_BUCKETS);
}

function sum(usage: Usage, buckets: readonly Bucket[]): number {
  return buckets.reduce((total, bucket) => total + (usage[bucket] ?? 0), 0);
}
