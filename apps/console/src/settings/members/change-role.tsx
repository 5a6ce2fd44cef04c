import type { ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import type { Member } from '../../gen/api.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { nameRole, ROLES, type Role } from './roles.js';

interface ChangeRoleProps {
  readonly member: Member;
  readonly role: Role;
  readonly onClose: () => void;
}

/** Asks before a member gets another role. */
export function ChangeRole({ member, role, onClose }: ChangeRoleProps): ReactNode {
  const { user_id: id, email, version } = member;
  const { mutate, error, isPending } = useApiChange('PATCH /account/members/{user_id}', [
    'GET /account/members',
    'GET /invitations',
    'GET /account',
  ]);
  const onConfirm = (): void => {
    const onSuccess = (): void => {
      announce(`${email} is now ${nameRole(role).toLowerCase()}`);
      onClose();
    };
    mutate({ path: { user_id: id }, body: { role, expected_version: version } }, { onSuccess });
  };
  return (
    <ConfirmDialog
      title={`Change the role to ${nameRole(role).toLowerCase()}?`}
      action="Change the role"
      error={error}
      isPending={isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <OutsideText text={email} />
        {` is ${nameRole(member.role).toLowerCase()} now. ${nameRole(role)}: ${ROLES.find(({ value }) => value === role)?.text ?? ''}`}
      </p>
      <p>
        Sessions and keys of the member have the new permissions within five seconds. Pending invitations of a member
        who gets a lower role are revoked.
      </p>
    </ConfirmDialog>
  );
}
