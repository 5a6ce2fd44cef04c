import type { MessageInitShape } from '@bufbuild/protobuf';
import type { LlmCostLineSchema } from '@svc/contract';
import { ATTO_PER_COST, BUCKETS, costLines, formatMoney, type Price, type Usage } from '@svc/gen-ai';

/** Usage of calls that have the same price and the same tiers. */
export interface PricedUsage {
  readonly priceId: string;
  /** Input tokens that choose the tiers: of the call, or any number in the same tiers. */
  readonly input: number;
  readonly usage: Usage;
  /** Units of 10^-12 US dollars. */
  readonly cost: bigint;
}

type Line = MessageInitShape<typeof LlmCostLineSchema>;

/** What a cost consists of; the lines and the rounding of calls make exactly the cost of the parts whose prices are known. */
export function explainCost(
  parts: readonly PricedUsage[],
  findPrice: (id: string) => Price | undefined,
): { readonly lines: Line[]; readonly rounding: string } {
  const lines = new Map<string, { line: Line; count: bigint; amount: bigint | undefined }>();
  let rounding = 0n;
  const add = (line: Line, count: number, rate: bigint | undefined): void => {
    const key = JSON.stringify([line.bucket, line.priceId, String(line.tierAbove)]);
    const found = lines.get(key) ?? { line, count: 0n, amount: rate === undefined ? undefined : 0n };
    found.count += BigInt(count);
    if (rate !== undefined) found.amount = (found.amount ?? 0n) + rate * BigInt(count);
    lines.set(key, found);
  };
  for (const { priceId, input, usage, cost } of parts) {
    const price = findPrice(priceId);
    const priced = price ? costLines(price, usage, input).lines : [];
    if (price) rounding += cost * ATTO_PER_COST;
    for (const line of priced) {
      rounding -= line.cost;
      const above = line.tierAbove === undefined ? {} : { tierAbove: BigInt(line.tierAbove) };
      add({ bucket: line.bucket, priceId, rate: formatMoney(line.rate), ...above }, line.count, line.rate);
    }
    const done = new Set(priced.map(({ bucket }) => bucket));
    for (const bucket of BUCKETS) {
      const count = usage[bucket] ?? 0;
      if (count > 0 && bucket !== 'requests' && !done.has(bucket)) add({ bucket, priceId }, count, undefined);
    }
  }
  const order = (bucket: string | undefined): number => BUCKETS.findIndex((name) => name === bucket);
  return {
    lines: [...lines.values()]
      .sort((one, other) => order(one.line.bucket) - order(other.line.bucket))
      .map(({ line, count, amount }) => ({
        ...line,
        count,
        ...(amount !== undefined && { amount: formatMoney(amount) }),
      })),
    rounding: formatMoney(rounding),
  };
}
