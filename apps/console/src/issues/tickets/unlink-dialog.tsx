import type { ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import type { Ticket } from '../../gen/api.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';

interface UnlinkDialogProps {
  readonly ticket: Ticket;
  readonly onClose: () => void;
}

/** Says what unlinking a ticket means before it is done. */
export function UnlinkDialog({ ticket, onClose }: UnlinkDialogProps): ReactNode {
  const unlink = useApiChange('DELETE /tickets/{ticket_id}', [
    'GET /issues/{issue_id}/tickets',
    'GET /tickets/{ticket_id}',
  ]);
  const onUnlink = (): void => {
    const onSuccess = (): void => {
      announce('Unlinked the ticket.');
      onClose();
    };
    unlink.mutate({ path: { ticket_id: ticket.id } }, { onSuccess });
  };
  return (
    <ConfirmDialog
      title="Unlink this ticket?"
      action="Unlink"
      error={unlink.error}
      isPending={unlink.isPending}
      onConfirm={onUnlink}
      onClose={onClose}
    >
      <p>The ticket stays at the provider, but its status is no longer read. It cannot be linked again.</p>
    </ConfirmDialog>
  );
}
