import type { ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import type { Segment } from '../../gen/api.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import { OutsideText } from '../../ui/text/outside-text.js';

interface DeleteSegmentDialogProps {
  readonly segment: Segment;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Deletes a segment in the version that is shown; says what is lost. */
export function DeleteSegmentDialog({ segment, onClose, onDeleted }: DeleteSegmentDialogProps): ReactNode {
  const remove = useApiChange('DELETE /account-segments/{segment_id}', ['GET /account-segments']);
  const confirm = (): void =>
    remove.mutate(
      { path: { segment_id: segment.id }, query: { expected_version: segment.version } },
      {
        onSuccess: () => {
          announce('Deleted the segment.');
          onDeleted();
        },
      },
    );
  return (
    <ConfirmDialog
      title="Delete this segment?"
      action="Delete the segment"
      keep="Keep it"
      error={remove.error}
      isPending={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        The conditions of <OutsideText text={segment.name} /> are lost. The accounts and their data stay.
      </p>
    </ConfirmDialog>
  );
}
