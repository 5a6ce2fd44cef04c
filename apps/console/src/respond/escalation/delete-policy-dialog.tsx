import type { ReactNode } from 'react';
import type { Route } from '../../api/call.js';
import { useApiChange } from '../../api/hooks.js';
import type { EscalationPolicy } from '../../gen/api.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import { OutsideText } from '../../ui/text/outside-text.js';

/** The reads that change; the policy itself is gone. */
const READS: readonly Route[] = ['GET /escalation-policies', 'GET /alerts/rules/{rule_id}'];

interface DeletePolicyDialogProps {
  readonly item: EscalationPolicy;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** Asks before a policy is deleted. */
export function DeletePolicyDialog({ item: policy, onDeleted, onClose }: DeletePolicyDialogProps): ReactNode {
  const { id, version, name } = policy;
  const remove = useApiChange('DELETE /escalation-policies/{policy_id}', READS);
  const onConfirm = (): void => {
    const onSuccess = (): void => {
      announce('Deleted.');
      onDeleted();
    };
    // The page may no longer show the policy, and with it this dialog, before the lists are read again.
    remove
      .mutateAsync({ path: { policy_id: id }, query: { expected_version: version } })
      .then(onSuccess, () => undefined);
  };
  return (
    <ConfirmDialog
      title="Delete the policy?"
      action="Delete"
      error={remove.error}
      isPending={remove.isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <OutsideText text={name} limit={200} />
      </p>
      <p>
        Alert rules that name it page nobody by it any more, and say so in their warnings. Escalations of open incidents
        go on.
      </p>
    </ConfirmDialog>
  );
}
