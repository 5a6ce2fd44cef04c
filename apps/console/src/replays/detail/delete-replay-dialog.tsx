import type { ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import { Button } from '../../ui/controls/button.js';
import { announce } from '../../ui/feedback/announcements.js';
import { Dialog } from '../../ui/feedback/dialog.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';

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
    <Dialog
      title="Delete this recording?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            kind="danger"
            disabledReason={remove.isPending ? 'It is being deleted.' : undefined}
            onClick={confirm}
          >
            Delete the recording
          </Button>
        </>
      }
    >
      <p>
        Its key is destroyed, so that nothing can ever show it again, and the rest of the session is not recorded.
        Events, logs, traces and errors of the session stay.
      </p>
      {remove.error && <ErrorBox error={remove.error} />}
    </Dialog>
  );
}
