import type { ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import type { ContactMethod } from '../../gen/api.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import { OutsideText } from '../../ui/text/outside-text.js';

interface DeleteContactProps {
  readonly method: ContactMethod;
  readonly onClose: () => void;
}

/** Asks before pages do not go to a contact method any more. */
export function DeleteContact({ method: { id, value }, onClose }: DeleteContactProps): ReactNode {
  const { mutate, error, isPending } = useApiChange('DELETE /users/me/contact-methods/{method_id}', [
    'GET /users/me/contact-methods',
  ]);
  const onConfirm = (): void => {
    const onSuccess = (): void => {
      announce(`Deleted ${value}`);
      onClose();
    };
    mutate({ path: { method_id: id } }, { onSuccess });
  };
  return (
    <ConfirmDialog
      title="Delete this contact method?"
      action="Delete"
      error={error}
      isPending={isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        {'You are no longer paged at '}
        <OutsideText text={value} limit={80} />. It has to be verified again if you add it later.
      </p>
    </ConfirmDialog>
  );
}
