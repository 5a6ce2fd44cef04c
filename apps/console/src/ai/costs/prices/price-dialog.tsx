import { useState, type ReactNode } from 'react';
import { useApiChange } from '../../../api/hooks.js';
import { Conflict } from '../../../drafts/conflict.js';
import { toDifferences } from '../../../drafts/differences.js';
import { useEdit } from '../../../drafts/use-edit.js';
import type { LlmPrice } from '../../../gen/api.js';
import { useScope } from '../../../scope/scope.js';
import { missingScope } from '../../../session/missing-scope.js';
import { useSession } from '../../../session/session.js';
import { announce } from '../../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.js';
import { faultsOf, findOwn, missingOf, toPriceBody, toPriceDraft, type PriceBase } from './price-draft.js';
import { PriceEffect } from './price-effect.js';
import { PriceForm } from './price-form.js';
import classes from './price-form.module.css';
import { DRAFT_LABELS } from './price-rates.js';

interface PriceDialogProps {
  /** The price that the form begins with: an own one, one of the catalog, or only the name of a model. */
  readonly base: PriceBase;
  /** The prices as they are now. */
  readonly prices: readonly LlmPrice[];
  readonly onClose: () => void;
}

/** Sets an own price, with what it changes in words. */
export function PriceDialog({ base, prices, onClose }: PriceDialogProps): ReactNode {
  const { can } = useSession();
  const { startMs } = useScope();
  const isSaved = base.source === 'override';
  const [since] = useState(() => new Date(startMs).toISOString());
  const [isBackfill, setBackfill] = useState(false);
  const { mutate, error, isPending, reset } = useApiChange('PUT /llm/pricing/{model}', ['GET /llm/pricing']);
  const count = useApiChange('PUT /llm/pricing/{model}');
  // Another price of these calls has another ID, and the next version.
  const same = prices.find(({ id }) => id === base.id) ?? findOwn(prices, toPriceDraft(base));
  const now = (isSaved ? same : undefined) ?? withoutVersion(base);
  const { draft, change, isChanged, isConflict, version, load } = useEdit(now, toPriceDraft, error);
  const faults = faultsOf(draft);
  const other = isSaved ? undefined : findOwn(prices, draft);
  const role = can('llm:write') ? undefined : missingScope('llm:write');
  const fault = missingOf(draft) ?? (faults.size > 0 ? 'Correct what is marked first.' : undefined);
  const reason =
    role ??
    (isSaved && !isChanged && !isBackfill ? 'Nothing was changed.' : undefined) ??
    fault ??
    (other && 'There is an own price for these calls. Edit that one.') ??
    (isBackfill && !count.data ? 'Count the stored calls first.' : undefined);
  const toBody = (dryRun: boolean) => ({
    ...toPriceBody(draft, now, version),
    ...(isBackfill && { effective_from: since, backfill: true }),
    ...(dryRun && { dry_run: true }),
  });
  const path = { model: draft.model.trim() };
  const onSave = (): void => {
    const onSuccess = (): void => {
      announce(`Saved the price of ${path.model}`);
      onClose();
    };
    mutate({ path, body: toBody(false) }, { onSuccess });
  };
  return (
    <ConfirmDialog
      title={isSaved ? 'The price of the project' : 'New price of the project'}
      action="Save"
      kind="primary"
      error={isConflict ? null : (error ?? count.error)}
      isPending={isPending}
      disabledReason={reason}
      onConfirm={onSave}
      onClose={onClose}
    >
      <div className={classes.form}>
        <PriceForm
          draft={draft}
          faults={faults}
          isSaved={isSaved}
          tiers={(now.tiers ?? []).map(({ min_input_tokens: tokens }) => tokens)}
          disabledReason={role}
          onChange={(part) => {
            change(part);
            count.reset();
          }}
        />
        {role === undefined && fault === undefined && (
          <PriceEffect
            draft={draft}
            since={since}
            isBackfill={isBackfill}
            backfill={count.data?.backfill}
            disabledReason={count.isPending ? 'The request is being sent.' : undefined}
            onBackfill={setBackfill}
            onCount={() => count.mutate({ path, body: toBody(true) })}
          />
        )}
        {isConflict && (
          <Conflict
            operation={now.version === undefined ? 'llm.pricing_delete' : 'llm.pricing_set'}
            about={base.model}
            differences={toDifferences(toPriceDraft(now), draft, DRAFT_LABELS)}
            onTake={() => {
              load(now);
              reset();
            }}
          />
        )}
      </div>
    </ConfirmDialog>
  );
}

function withoutVersion({ version: _, ...rest }: PriceBase): PriceBase {
  return rest;
}
