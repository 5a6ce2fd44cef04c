import type { ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import type { InhibitionRules } from '../../gen/api.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import { INHIBITION_READS } from './inhibition-ways.js';

interface ResetDialogProps {
  readonly rules: InhibitionRules;
  readonly onClose: () => void;
}

/** Asks before the rules of the project are deleted. */
export function ResetDialog({ rules, onClose }: ResetDialogProps): ReactNode {
  const { version } = rules;
  const remove = useApiChange('DELETE /alerts/inhibition', INHIBITION_READS);
  const onConfirm = (): void => {
    const onSuccess = (): void => {
      announce('The built-in rule applies again.');
      onClose();
    };
    remove.mutate({ query: version === undefined ? {} : { expected_version: version } }, { onSuccess });
  };
  return (
    <ConfirmDialog
      title="Return to the built-in rule?"
      action="Delete the rules"
      error={remove.error}
      isPending={remove.isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        {`The rules of the project are lost: ${rules.rules.length}. `}
        Then critical alerts keep those of lower severity with the same name, service and environment quiet.
      </p>
    </ConfirmDialog>
  );
}
