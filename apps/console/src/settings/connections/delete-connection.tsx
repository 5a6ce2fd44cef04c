import type { ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import type { Connection } from '../../gen/api.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import { OutsideText } from '../../ui/text/outside-text.js';

interface DeleteConnectionProps {
  readonly connection: Connection;
  readonly onClose: () => void;
}

/** Asks before neither tickets nor issues follow each other any more. */
export function DeleteConnection({
  connection: { id, display_name: name, version },
  onClose,
}: DeleteConnectionProps): ReactNode {
  const { mutate, error, isPending } = useApiChange('DELETE /connections/{connection_id}', ['GET /connections']);
  const onConfirm = (): void => {
    const onSuccess = (): void => {
      announce(`Deleted ${name}`);
      onClose();
    };
    mutate({ path: { connection_id: id }, query: { expected_version: version } }, { onSuccess });
  };
  return (
    <ConfirmDialog
      title="Delete this connection?"
      action="Delete"
      error={error}
      isPending={isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        {'The secret of '}
        <OutsideText text={name} />
        {' is deleted. Tickets stay at the provider and at their issues, but neither follows the other any more.'}
      </p>
    </ConfirmDialog>
  );
}
