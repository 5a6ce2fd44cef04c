import type { ReactNode } from 'react';
import type { LlmPrice } from '../../../gen/api.js';
import { TimeText } from '../../../time/time-text.js';
import { Button } from '../../../ui/controls/button.js';
import { CheckField } from '../../../ui/fields/check-field.js';
import { OutsideText } from '../../../ui/text/outside-text.js';
import { describeBackfill, describeCalls, describeExample } from './describe-price.js';
import type { PriceDraft } from './price-draft.js';
import classes from './price-form.module.css';

interface PriceEffectProps {
  readonly draft: PriceDraft;
  /** Stored calls since then get the price, too. */
  readonly since: string;
  readonly isBackfill: boolean;
  /** What the service would change in stored calls; undefined until it was asked. */
  readonly backfill: LlmPrice['backfill'];
  /** Why stored calls cannot be counted. */
  readonly disabledReason: string | undefined;
  readonly onBackfill: (isBackfill: boolean) => void;
  readonly onCount: () => void;
}

/** Says what a price changes. Stored costs stay unless it is asked for, and are counted before they are changed. */
export function PriceEffect(props: PriceEffectProps): ReactNode {
  const { draft, since, isBackfill, backfill, disabledReason, onBackfill, onCount } = props;
  return (
    <div role="status" aria-label="What saving does" className={classes.effect}>
      <p>
        {'From now on, '}
        <OutsideText text={describeCalls(draft)} limit={300} />
        {' have this price, before that of the catalog. '}
        {describeExample(draft)}
      </p>
      <CheckField
        label="Give it to stored calls, too"
        isChecked={isBackfill}
        hint={isBackfill ? undefined : 'Otherwise costs that are stored stay as they are.'}
        onChange={onBackfill}
      />
      {isBackfill && (
        <>
          <p>
            {'Those since '}
            <TimeText at={since} precision="minute" />
            {', the beginning of the time range of the page. '}
            {backfill && describeBackfill(backfill)}
          </p>
          <div>
            <Button disabledReason={disabledReason} onClick={onCount}>
              Count them
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
