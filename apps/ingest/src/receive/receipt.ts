import type { SkimResult } from '@svc/otlp';
import type { TranslationFindings } from '@svc/otlp/wire';
import type { Prepared } from './prepare-body.js';

/** The outcome of a request; that of a translated one has the findings of its translation too. */
export interface Receipt extends SkimResult, Partial<TranslationFindings> {}

/** The outcome of a body once it is durable. */
export function toReceipt({ skimmed, findings, others = [] }: Prepared): Receipt {
  if (!findings) return skimmed;
  return { ...others.reduce((sum, part) => add(sum, part.skimmed), skimmed), ...findings };
}

function add(one: SkimResult, other: SkimResult): SkimResult {
  const counts = new Map(one.reasons.map(({ reason, count }) => [reason, count]));
  for (const { reason, count } of other.reasons) counts.set(reason, (counts.get(reason) ?? 0) + count);
  return {
    items: one.items + other.items,
    accepted: one.accepted + other.accepted,
    rejected: one.rejected + other.rejected,
    unrecorded: one.unrecorded + other.unrecorded,
    withoutIds: one.withoutIds + other.withoutIds,
    reasons: Array.from(counts, ([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count),
  };
}
