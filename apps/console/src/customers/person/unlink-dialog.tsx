import type { ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { PERSON_READS } from './person-reads.js';

interface UnlinkDialogProps {
  readonly personId: string;
  readonly distinctId: string;
  readonly onClose: () => void;
}

/** Separates an ID from a person; says what that changes. */
export function UnlinkDialog({ personId, distinctId, onClose }: UnlinkDialogProps): ReactNode {
  const unlink = useApiChange('DELETE /persons/{person_id}/aliases/{distinct_id}', PERSON_READS);
  const confirm = (): void =>
    unlink.mutate(
      { path: { person_id: personId, distinct_id: distinctId } },
      {
        onSuccess: () => {
          announce('Removed the link.');
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title="Remove this link?"
      action="Remove the link"
      keep="Keep it"
      error={unlink.error}
      isPending={unlink.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        <OutsideText text={distinctId} /> becomes a separate person again, together with the IDs that are linked to it.
        Events and properties go with their IDs. Nothing is deleted, but later events do not restore the link.
      </p>
    </ConfirmDialog>
  );
}
