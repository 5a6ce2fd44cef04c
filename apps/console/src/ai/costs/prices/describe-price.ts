import type { LlmBackfill } from '../../../gen/api.js';
import { formatCost, formatCount } from '../../../time/amounts.js';
import type { PriceDraft } from './price-draft.js';

const EXAMPLE = { input: 10_000, output: 1000 };
const MILLION = 1e6;

/** The calls that a price is for, such as `calls of gpt-4o at openai`. */
export function describeCalls({ model, provider, tier }: PriceDraft): string {
  const name = model.trim();
  const models =
    name === '*' ? 'all models' : name.endsWith('*') ? `models that begin with ${name.slice(0, -1)}` : name;
  const place = provider.trim() === '' ? 'at all providers' : `at ${provider.trim()}`;
  return `calls of ${models} ${place}${tier.trim() === '' ? '' : ` with the service tier ${tier.trim()}`}`;
}

/** The cost of a call of a usual size. */
export function describeExample({
  input_cost_per_token: input,
  output_cost_per_token: output,
  ...rest
}: PriceDraft): string {
  const cost =
    (Number(input) * EXAMPLE.input + Number(output) * EXAMPLE.output) / MILLION + Number(rest.cost_per_request);
  return `A call with ${formatCount(EXAMPLE.input)} input and ${formatCount(EXAMPLE.output)} output tokens costs ${formatCost(cost)}.`;
}

/** The stored calls that a price would be given to, and what that changes. */
export function describeBackfill({ calls, unpriced_calls: unpriced, cost_before, cost_after }: LlmBackfill): string {
  if (calls === 0) return 'No stored call of this time gets the price.';
  const some = calls === 1 ? '1 stored call gets' : `${formatCount(calls)} stored calls get`;
  const none =
    unpriced === 0 ? '' : ` ${formatCount(unpriced)} of them ${unpriced === 1 ? 'has' : 'have'} no whole price now.`;
  return `${some} the price: ${formatCost(cost_before)} becomes ${formatCost(cost_after)}.${none}`;
}
