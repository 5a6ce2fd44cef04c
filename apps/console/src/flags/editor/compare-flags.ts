import { formatExact } from '../../api/parse-exact.js';
import type { Flag } from '../../gen/api.js';
import { describeMatch, describeResult, type Definition } from '../describe-flag.js';
import { formatPercentage } from '../format-percentage.js';

type Named = Definition & Pick<Flag, 'name'>;

/** A part of a flag in three states, in words. */
export interface PartDifference {
  readonly part: string;
  readonly before: string;
  readonly now: string;
  readonly draft: string;
}

const PARTS: readonly (readonly [part: string, describe: (flag: Named) => string])[] = [
  ['Name', ({ name }) => name],
  ['Variants', ({ variants }) => variants.map(({ key, weight }) => `${key} ${formatPercentage(weight)}`).join(', ')],
  ['Rules', describeRules],
  ['Payloads', describePayloads],
  ['Variant while off', ({ default_variant: variant = '' }) => variant],
];

/** The parts that have changed since an editor was opened, or that a draft would set to something else than they are now. */
export function compareFlags(before: Named, now: Named, draft: Named): readonly PartDifference[] {
  return PARTS.map(([part, describe]) => ({
    part,
    before: describe(before),
    now: describe(now),
    draft: describe(draft),
  })).filter((each) => each.before !== each.now || each.now !== each.draft);
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
