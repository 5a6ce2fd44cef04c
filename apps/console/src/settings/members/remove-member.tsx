import type { ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import type { Member } from '../../gen/api.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import { OutsideText } from '../../ui/text/outside-text.js';

interface RemoveMemberProps {
  readonly member: Member;
  readonly onClose: () => void;
}

/** Asks before a member leaves the organization. */
export function RemoveMember({ member: { user_id: id, email, version }, onClose }: RemoveMemberProps): ReactNode {
  const { mutate, error, isPending } = useApiChange('DELETE /account/members/{user_id}', [
    'GET /account/members',
    'GET /invitations',
    'GET /account/api-keys',
  ]);
  const onConfirm = (): void => {
    const onSuccess = (): void => {
      announce(`Removed ${email}`);
      onClose();
    };
    mutate({ path: { user_id: id }, query: { expected_version: version } }, { onSuccess });
  };
  return (
    <ConfirmDialog
      title="Remove this member?"
      action="Remove"
      error={error}
      isPending={isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <OutsideText text={email} />
        {
          ' is signed out everywhere. Keys that act for the member end, and pending invitations of the member are revoked. '
        }
        What the member has made stays.
      </p>
    </ConfirmDialog>
  );
}
