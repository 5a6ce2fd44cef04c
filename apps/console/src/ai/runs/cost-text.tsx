import type { ReactNode } from 'react';
import { formatCost, formatCount } from '../../time/amounts.js';
import { Tip } from '../../ui/text/tip.js';

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
  if (cost === undefined) return <Tip text={why ?? 'No call has a price.'}>{unpriced === 0 ? '–' : 'no price'}</Tip>;
  return <Tip text={why}>{`${unpriced === 0 ? '' : '≥ '}${formatCost(cost)}`}</Tip>;
}
