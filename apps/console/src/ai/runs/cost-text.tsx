import type { ReactNode } from 'react';
import { formatCost, formatCount } from '../../time/amounts.js';

interface CostTextProps {
  /** US dollars as a decimal text; undefined if no call has a price. */
  readonly cost: string | undefined;
  readonly unpriced: number;
}

/** The cost of calls of models; says if it is less than the truth. */
export function CostText({ cost, unpriced }: CostTextProps): ReactNode {
  const why =
    unpriced === 0
      ? undefined
      : `The price of ${formatCount(unpriced)} ${unpriced === 1 ? 'call' : 'calls'} is not known, so the cost is too low.`;
  if (cost === undefined) return <span title={why ?? 'No call has a price.'}>{unpriced === 0 ? '–' : 'no price'}</span>;
  return <span title={why}>{`${unpriced === 0 ? '' : '≥ '}${formatCost(cost)}`}</span>;
}
