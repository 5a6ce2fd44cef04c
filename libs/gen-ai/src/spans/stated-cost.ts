import { DECIMALS, formatMoney, parseMoney } from '../prices/money.js';
import type { SpanAttributes } from './attributes.js';
import { parseMembers } from './text.js';

const ATTRIBUTES = ['gen_ai.usage.cost', 'operation.cost', 'llm.cost.total'];
const DETAILS = 'langfuse.observation.cost_details';

/** US dollars that the instrumentation states for a call, in decimal notation; '' if it states none. */
export function readStatedCost(attributes: SpanAttributes): string {
  for (const name of ATTRIBUTES) {
    const amount = parseDollars(attributes.text(name));
    if (amount !== undefined) return formatMoney(amount);
  }
  const amount = sumDetails(parseMembers(attributes.text(DETAILS)));
  return amount === undefined ? '' : formatMoney(amount);
}

/** Langfuse has a cost for each kind of usage, and mostly the total besides. */
function sumDetails(details: ReadonlyMap<string, unknown>): bigint | undefined {
  const total = details.has('total') ? [details.get('total')] : [...details.values()];
  const amounts = total.map((value) => (typeof value === 'number' ? parseDollars(String(value)) : undefined));
  const known = amounts.filter((amount) => amount !== undefined);
  return known.length > 0 && known.length === amounts.length ? known.reduce((sum, amount) => sum + amount) : undefined;
}

/** Numbers that have passed through a double may have more decimals than money has. */
function parseDollars(text: string): bigint | undefined {
  if (text.trim() === '') return undefined;
  const exact = parseMoney(text.trim());
  if (exact !== undefined) return exact;
  const value = Number(text);
  return value >= 0 && value < 1e9 ? parseMoney(value.toFixed(DECIMALS)) : undefined;
}
