import type { Bucket } from '../usage/buckets.js';

/** What a price is asked for, in the order of the buckets; a bucket may have several, of which the first that a price names counts. */
export const RATE_KEYS = [
  'input',
  'cache_read',
  'cache_write',
  'cache_write_1h',
  'input_audio',
  'input_audio_cached',
  'input_image',
  'input_image_cached',
  'output',
  'output_reasoning',
  'output_audio',
  'output_image',
  'request',
  'web_search',
] as const;

export type RateKey = (typeof RATE_KEYS)[number];

/** Attodollars of one token, request or search. */
export interface Rate {
  readonly base: bigint;
  /** In ascending order. The last one whose `above` is less than the input tokens of a call applies to the whole call. */
  readonly tiers: readonly { readonly above: number; readonly rate: bigint }[];
}

/** The rates of one model at one provider in one period. */
export interface Price {
  /** Names the rates for good: a change of them is another price with another ID. */
  readonly id: string;
  readonly source: 'catalog' | 'override';
  /** The service tier that the rates are for; undefined for the default tier. */
  readonly serviceTier: string | undefined;
  readonly rates: Readonly<Partial<Record<RateKey, Rate>>>;
}

/**
 * The rates of each bucket, the nearest first: cached tokens cost as much as others, and reasoning as much as text, unless a price names
 * them.
 */
export const RATES_OF_BUCKET: Readonly<Record<Bucket, readonly RateKey[]>> = {
  input_text_uncached: ['input'],
  input_cache_read: ['cache_read', 'input'],
  input_cache_write_5m: ['cache_write', 'input'],
  input_cache_write_1h: ['cache_write_1h', 'cache_write', 'input'],
  input_audio: ['input_audio', 'input'],
  input_audio_cached: ['input_audio_cached', 'input_audio', 'cache_read', 'input'],
  input_image: ['input_image', 'input'],
  input_image_cached: ['input_image_cached', 'input_image', 'cache_read', 'input'],
  output_text: ['output'],
  output_reasoning: ['output_reasoning', 'output'],
  output_audio: ['output_audio', 'output'],
  output_image: ['output_image', 'output'],
  requests: ['request'],
  web_searches: ['web_search'],
};
