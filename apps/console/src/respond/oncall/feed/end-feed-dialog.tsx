import type { ReactNode } from 'react';
import { useApiChange } from '../../../api/hooks.js';
import { announce } from '../../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.js';

/** Asks before the feed of the user ends. */
export function EndFeedDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const end = useApiChange('DELETE /oncall/calendar');
  const onSuccess = (): void => {
    announce('The feed has ended.');
    onClose();
  };
  const hasNone = end.error?.status === 404;
  return (
    <ConfirmDialog
      title="End your calendar feed?"
      action="End it"
      error={hasNone ? null : end.error}
      isPending={end.isPending}
      disabledReason={hasNone ? 'There is no feed to end.' : undefined}
      onConfirm={() => end.mutate({}, { onSuccess })}
      onClose={onClose}
    >
      <p>Its address stops working. Calendars that subscribe to it show nothing new any more.</p>
      {hasNone && <p role="status">You have no feed in this project.</p>}
    </ConfirmDialog>
  );
}
