import type { ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import type { Silence } from '../../gen/api.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import { OutsideText } from '../../ui/text/outside-text.js';

interface EndDialogProps {
  readonly silence: Silence;
  readonly onClose: () => void;
}

/** Asks before a silence is ended. */
export function EndDialog({ silence, onClose }: EndDialogProps): ReactNode {
  const end = useApiChange('DELETE /alerts/silences/{silence_id}', ['GET /alerts/silences', 'GET /alerts']);
  const onConfirm = (): void => {
    const onSuccess = (): void => {
      announce('The silence has ended.');
      onClose();
    };
    end.mutate({ path: { silence_id: silence.id } }, { onSuccess });
  };
  return (
    <ConfirmDialog
      kind="primary"
      title="End the silence?"
      action="End it"
      error={end.error}
      isPending={end.isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <OutsideText text={silence.name} limit={200} />
      </p>
      <p>Alerts that still fire notify their receivers at once. The silence stays in the list as expired.</p>
    </ConfirmDialog>
  );
}
