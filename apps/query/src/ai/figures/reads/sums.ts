import { COST_DECIMALS, formatMoney, inputTokens, outputTokens, type Usage } from '@svc/gen-ai';

/** The columns of `SUMS` and what a row of them says about its calls. */
export interface SummedRow {
  readonly is_unpriced: number;
  readonly total_steps: string;
  readonly total_calls: string;
  readonly total_errors: string;
  readonly total_priced: string;
  readonly total_cost: string;
  readonly total_used: Readonly<Record<string, string>>;
}

/** Figures of several rows. */
export class Sums {
  calls = 0n;
  errors = 0n;
  unpriced = 0n;
  /** Units of 10^-12 US dollars. */
  cost = 0n;
  readonly usage: Record<string, bigint> = {};
  #steps = 0n;
  #priced = 0n;

  add(row: SummedRow): this {
    this.#steps += BigInt(row.total_steps);
    this.#priced += BigInt(row.total_priced);
    this.calls += BigInt(row.total_calls);
    this.errors += BigInt(row.total_errors);
    this.cost += BigInt(row.total_cost);
    if (row.is_unpriced === 1) this.unpriced += BigInt(row.total_steps);
    for (const [bucket, count] of Object.entries(row.total_used))
      this.usage[bucket] = (this.usage[bucket] ?? 0n) + BigInt(count);
    return this;
  }

  /** The fields of every message with figures of calls. */
  toMessage() {
    return {
      calls: this.calls,
      errors: this.errors,
      cost: costText(this.cost, this.#steps, this.#priced),
      unpricedCalls: this.unpriced,
      ...toTokens(this.usage),
      usage: this.usage,
    };
  }
}

/** Undefined if there is something to pay and nothing of it has a price, because that is not zero. */
export const costText = (cost: bigint, steps: bigint, priced: bigint): string | undefined =>
  steps > 0n && priced === 0n ? undefined : formatMoney(cost, COST_DECIMALS);

export function toTokens(usage: Readonly<Record<string, bigint>>) {
  const counts = toUsage(usage);
  return { inputTokens: BigInt(inputTokens(counts)), outputTokens: BigInt(outputTokens(counts)) };
}

export const toUsage = (usage: Readonly<Record<string, bigint>>): Usage =>
  Object.fromEntries(Object.entries(usage).map(([bucket, count]) => [bucket, Number(count)]));
