import type { LlmPrice } from '../../../gen/api.js';

export type RateName = Extract<keyof LlmPrice, `${string}_per_${'token' | 'request' | 'web_search'}`>;

export interface Rate {
  readonly name: RateName;
  readonly label: string;
  /** Says what is charged where there is no such rate. */
  readonly unset: string;
  /** The rate is shown for a million tokens; for one of what it names otherwise. */
  readonly isForTokens: boolean;
  /** Only some models have it. */
  readonly isRare: boolean;
}

const token = (name: RateName, label: string, unset: string, isRare = true): Rate => ({
  name,
  label,
  unset,
  isForTokens: true,
  isRare,
});

/** The rates of a price in the order of their form. Input and output are required. */
export const RATES: readonly Rate[] = [
  token('input_cost_per_token', 'Input', '', false),
  token('output_cost_per_token', 'Output', '', false),
  token('cache_read_cost_per_token', 'Cache read', 'as input', false),
  token('cache_write_cost_per_token', 'Cache write', 'as input', false),
  token('cache_write_1h_cost_per_token', 'Cache write for an hour', 'as cache write'),
  token('reasoning_cost_per_token', 'Reasoning', 'as output'),
  token('input_audio_cost_per_token', 'Audio input', 'as input'),
  token('input_audio_cached_cost_per_token', 'Cached audio input', 'as audio input'),
  token('output_audio_cost_per_token', 'Audio output', 'as output'),
  token('input_image_cost_per_token', 'Image input', 'as input'),
  token('input_image_cached_cost_per_token', 'Cached image input', 'as image input'),
  token('output_image_cost_per_token', 'Image output', 'as output'),
  { name: 'cost_per_request', label: 'Each call', unset: 'nothing', isForTokens: false, isRare: true },
  { name: 'cost_per_web_search', label: 'Each web search', unset: 'not known', isForTokens: false, isRare: true },
];

/** The names of what the form of a price changes. */
export const DRAFT_LABELS: Readonly<Partial<Record<RateName | 'keepsTiers', string>>> = {
  ...Object.fromEntries(RATES.map(({ name, label }) => [name, label])),
  keepsTiers: 'Other rates for long inputs',
};
