import type { ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import type { ApiKey } from '../../gen/api.js';
import { TimeText } from '../../time/time-text.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import { OutsideText } from '../../ui/text/outside-text.js';

interface RevokeKeyProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

/** Asks before a key stops working, and says when it was used last. */
export function RevokeKey({ apiKey: { id, name, last_used_at: used }, onClose }: RevokeKeyProps): ReactNode {
  const { mutate, error, isPending } = useApiChange('DELETE /account/api-keys/{key_id}', ['GET /account/api-keys']);
  const onConfirm = (): void => {
    const onSuccess = (): void => {
      announce(`Revoked ${name}`);
      onClose();
    };
    mutate({ path: { key_id: id } }, { onSuccess });
  };
  return (
    <ConfirmDialog
      title="Revoke this key?"
      action="Revoke"
      error={error}
      isPending={isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        {'Programs with the key '}
        <OutsideText text={name} />
        {' are refused within five seconds, and this cannot be undone. '}
        {used === undefined ? (
          'It was never used.'
        ) : (
          <>
            {'It was last used at '}
            <TimeText at={used} precision="minute" />.
          </>
        )}
      </p>
    </ConfirmDialog>
  );
}
