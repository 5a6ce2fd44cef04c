import type { ReactNode } from 'react';
import { useApiChange } from '../../../api/hooks.js';
import type { LlmPrice } from '../../../gen/api.js';
import { announce } from '../../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.js';
import { OutsideText } from '../../../ui/text/outside-text.js';
import { describeCalls } from './describe-price.js';
import { toPriceDraft } from './price-draft.js';

interface EndPriceProps {
  readonly price: LlmPrice;
  readonly onClose: () => void;
}

/** Asks before an own price no longer applies. */
export function EndPrice({ price, onClose }: EndPriceProps): ReactNode {
  const { model, provider, service_tier: tier, version } = price;
  const { mutate, error, isPending } = useApiChange('DELETE /llm/pricing/{model}', ['GET /llm/pricing']);
  const onConfirm = (): void => {
    const query = { provider, service_tier: tier, ...(version !== undefined && { expected_version: version }) };
    const onSuccess = (): void => {
      announce(`Ended the price of ${model}`);
      onClose();
    };
    mutate({ path: { model }, query }, { onSuccess });
  };
  return (
    <ConfirmDialog
      title="End this price?"
      action="End the price"
      error={error}
      isPending={isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        {'From now on, '}
        <OutsideText text={describeCalls(toPriceDraft(price))} limit={300} />
        {
          ' get the next price of the project that is for them, or else that of the catalog; without one, their cost is not known. Costs that are stored stay.'
        }
      </p>
    </ConfirmDialog>
  );
}
