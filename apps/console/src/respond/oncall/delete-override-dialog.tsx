import type { ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import type { Override } from '../../gen/api.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import { SCHEDULE_READS } from './schedule-reads.js';

interface DeleteOverrideDialogProps {
  readonly override: Override;
  readonly onClose: () => void;
}

/** Asks before an override is deleted. */
export function DeleteOverrideDialog({ override, onClose }: DeleteOverrideDialogProps): ReactNode {
  const remove = useApiChange('DELETE /oncall/overrides/{override_id}', SCHEDULE_READS);
  const onConfirm = (): void => {
    const onSuccess = (): void => {
      announce('Deleted.');
      onClose();
    };
    remove.mutate({ path: { override_id: override.id } }, { onSuccess });
  };
  return (
    <ConfirmDialog
      title="Delete the override?"
      action="Delete"
      error={remove.error}
      isPending={remove.isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>The layers decide again who is on call in its time.</p>
    </ConfirmDialog>
  );
}
