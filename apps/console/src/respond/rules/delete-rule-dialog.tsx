import type { ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import type { AlertRule } from '../../gen/api.js';
import { useGo } from '../../links/use-go.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import { OutsideText } from '../../ui/text/outside-text.js';

interface DeleteRuleDialogProps {
  readonly rule: AlertRule;
  readonly onClose: () => void;
}

/** Asks before a rule is deleted. */
export function DeleteRuleDialog({ rule, onClose }: DeleteRuleDialogProps): ReactNode {
  const go = useGo();
  const remove = useApiChange('DELETE /alerts/rules/{rule_id}', ['GET /alerts/rules', 'GET /alerts']);
  const onConfirm = (): void => {
    const input = { path: { rule_id: rule.id }, query: { expected_version: rule.version } };
    const onSuccess = (): void => {
      announce('Deleted.');
      go({ to: 'respond', search: { tab: 'rules' } });
    };
    remove.mutate(input, { onSuccess });
  };
  const firing = rule.state?.firing ?? 0;
  return (
    <ConfirmDialog
      title="Delete the rule?"
      action="Delete"
      error={remove.error}
      isPending={remove.isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <OutsideText text={rule.name} limit={200} />
      </p>
      <p>{`Its definition is lost, and its alerts end${firing > 0 ? `: ${firing} of them fire now` : ''}. Composite rules that name it no longer see it.`}</p>
    </ConfirmDialog>
  );
}
