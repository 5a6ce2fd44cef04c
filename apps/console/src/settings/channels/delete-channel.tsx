import type { ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import type { Channel } from '../../gen/api.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import { OutsideText } from '../../ui/text/outside-text.js';

interface DeleteChannelProps {
  readonly channel: Channel;
  readonly onClose: () => void;
}

/** Asks before nothing is sent to a channel any more. */
export function DeleteChannel({ channel: { id, name }, onClose }: DeleteChannelProps): ReactNode {
  const { mutate, error, isPending } = useApiChange('DELETE /notifications/channels/{channel_id}', [
    'GET /notifications/channels',
  ]);
  const onConfirm = (): void => {
    const onSuccess = (): void => {
      announce(`Deleted ${name}`);
      onClose();
    };
    mutate({ path: { channel_id: id } }, { onSuccess });
  };
  return (
    <ConfirmDialog
      title="Delete this channel?"
      action="Delete"
      error={error}
      isPending={isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        {'Alerts and incidents are no longer sent to '}
        <OutsideText text={name} />
        {', and its secrets are deleted.'}
      </p>
    </ConfirmDialog>
  );
}
