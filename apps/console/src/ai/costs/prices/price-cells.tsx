import type { ReactNode } from 'react';
import type { LlmPrice } from '../../../gen/api.js';
import { Cell } from '../../../rows/rows.js';
import { formatCost } from '../../../time/amounts.js';
import { Badge } from '../../../ui/controls/badge.js';
import { Button } from '../../../ui/controls/button.js';
import { OutsideText } from '../../../ui/text/outside-text.js';
import classes from './prices.module.css';

interface PriceCellsProps {
  readonly price: LlmPrice;
  readonly disabledReason: string | undefined;
  readonly onSet: () => void;
  readonly onEnd: () => void;
}

/** One price, with what can be done about it. */
export function PriceCells({ price, disabledReason, onSet, onEnd }: PriceCellsProps): ReactNode {
  const { model, provider, source, tiers, service_tier: tier, period } = price;
  const isOwn = source === 'override';
  const more = tiers.map(({ min_input_tokens: min }) => `another price from ${min} input tokens`).join(', ');
  return (
    <>
      <Cell>
        <span title={more === '' ? undefined : more}>
          <OutsideText text={[model, tier, period].filter(Boolean).join(' · ')} limit={160} />
          {more !== '' && ' +'}
        </span>
      </Cell>
      <Cell isOptional>
        <OutsideText text={provider} limit={80} />
      </Cell>
      <Cell isNumber>{toMillion(price.input_cost_per_token)}</Cell>
      <Cell isNumber>{toMillion(price.output_cost_per_token)}</Cell>
      <Cell isNumber isOptional>
        {toMillion(price.cache_read_cost_per_token)}
      </Cell>
      <Cell isNumber isOptional>
        {toMillion(price.cache_write_cost_per_token)}
      </Cell>
      <Cell isOptional>
        <Badge tone={isOwn ? 'info' : 'neutral'}>{isOwn ? 'the project' : 'the catalog'}</Badge>
        {price.shadowed_by !== undefined && ' not applied'}
      </Cell>
      <Cell isNumber>
        <span className={classes.actions}>
          <Button
            kind="quiet"
            aria-label={`${isOwn ? 'Edit' : 'Set'} the price of ${model}`}
            disabledReason={disabledReason}
            onClick={onSet}
          >
            {isOwn ? 'Edit' : 'Set'}
          </Button>
          {isOwn && (
            <Button
              kind="quiet"
              aria-label={`End the price of ${model}`}
              disabledReason={disabledReason}
              onClick={onEnd}
            >
              End
            </Button>
          )}
        </span>
      </Cell>
    </>
  );
}

function toMillion(rate: string | undefined): string {
  return rate === undefined ? '–' : formatCost(Number(rate) * 1e6);
}
