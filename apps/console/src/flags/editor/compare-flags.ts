import { formatExact } from '../../api/parse-exact.js';
import { compareParts, type Difference, type Parts } from '../../drafts/compare-parts.js';
import type { Flag } from '../../gen/api.js';
import { describeMatch, describeResult, type Definition } from '../describe-flag.js';
import { formatPercentage } from '../format-percentage.js';

type Named = Definition & Pick<Flag, 'name'>;

const PARTS: Parts<Named> = [
  ['Name', ({ name }) => name],
  ['Variants', ({ variants }) => variants.map(({ key, weight }) => `${key} ${formatPercentage(weight)}`).join(', ')],
  ['Rules', describeRules],
  ['Payloads', describePayloads],
  ['Variant while off', ({ default_variant: variant = '' }) => variant],
];

/** The parts in which a flag differs from what was opened, or from a draft of it. */
export function compareFlags(before: Named, now: Named, draft: Named): readonly Difference[] {
  return compareParts(PARTS, before, now, draft);
}

function describePayloads({ variants, filters }: Named): string {
  const payloads = [...variants.map(({ key, payload }) => [key, payload] as const), ['', filters?.payload] as const];
  return payloads
    .filter(([, payload]) => payload !== undefined && payload !== null)
    .map(([key, payload]) => `${key} ${formatExact(payload)}`.trim())
    .join(', ');
}

function describeRules(flag: Named): string {
  const groups = flag.filters?.groups ?? [];
  if (groups.length === 0) return 'none';
  return groups
    .map((group, index) => `${index + 1}. ${describeMatch(group, flag)}: ${describeResult(group, flag)}`)
    .join('; ');
}
