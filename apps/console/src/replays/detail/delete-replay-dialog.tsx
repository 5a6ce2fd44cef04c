import type { ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';

interface DeleteReplayDialogProps {
  readonly sessionId: string;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Deletes a recording for good; says what is lost. */
export function DeleteReplayDialog({ sessionId, onClose, onDeleted }: DeleteReplayDialogProps): ReactNode {
  const remove = useApiChange('DELETE /replay/{session_id}', ['GET /replay']);
  const confirm = (): void =>
    remove.mutate(
      { path: { session_id: sessionId } },
      {
        onSuccess: () => {
          announce('Deleted the recording.');
          onDeleted();
        },
      },
    );
  return (
    <ConfirmDialog
      title="Delete this recording?"
      action="Delete the recording"
      keep="Keep it"
      error={remove.error}
      isPending={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        Its key is destroyed, so that nothing can ever show it again, and the rest of the session is not recorded.
        Events, logs, traces and errors of the session stay.
      </p>
    </ConfirmDialog>
  );
}
