import { useState, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { CopyMenu } from '../../copy/copy-menu.js';
import type { Member } from '../../gen/api.js';
import { useScope } from '../../scope/scope.js';
import { missingScope } from '../../session/missing-scope.js';
import { useSession } from '../../session/session.js';
import { TimeText } from '../../time/time-text.js';
import { Button } from '../../ui/controls/button.js';
import { Select } from '../../ui/controls/select.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from '../settings.module.css';
import { ChangeRole } from './change-role.js';
import { Invitations } from './invitations.js';
import { InviteDialog } from './invite-dialog.js';
import { RemoveMember } from './remove-member.js';
import { grantableBy, nameRole, refuseChange, type Role } from './roles.js';

type Asked =
  | { readonly kind: 'invite' }
  | { readonly kind: 'remove'; readonly member: Member }
  | { readonly kind: 'role'; readonly member: Member; readonly role: Role };

/** The members of the organization with their roles, and those who are invited. */
export function MembersSection(): ReactNode {
  const { can, account, user } = useSession();
  const { project } = useScope();
  const [asked, setAsked] = useState<Asked>();
  const { data, error, refetch } = useApi('GET /account/members', {});
  const close = (): void => setAsked(undefined);
  // A change of the member by another user makes the version that was asked about an old one.
  const latest = (member: Member): Member => data?.members.find(({ user_id: id }) => id === member.user_id) ?? member;
  const own = account.role ?? '';
  const reason = (member: Member): string | undefined =>
    can('members:write') ? refuseChange(own, member.role) : missingScope('members:write');
  const invitesReason = can('invitations:write') ? undefined : missingScope('invitations:write');
  return (
    <>
      <div className={classes.bar}>
        <Button kind="primary" icon="plus" disabledReason={invitesReason} onClick={() => setAsked({ kind: 'invite' })}>
          Invite
        </Button>
        <CopyMenu route="GET /account/members" input={{}} project={project} />
      </div>
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      <Table<Member>
        label="Members"
        rows={data?.members}
        getId={({ user_id: id }) => id}
        empty="The organization has no members."
        columns={[
          {
            label: 'Name',
            render: ({ name, email, user_id: id }) => (
              <>
                <OutsideText text={name === '' ? email : name} limit={80} />
                {id === user.id && ' (you)'}
                {name !== '' && (
                  <span className={classes.second}>
                    <OutsideText text={email} limit={80} />
                  </span>
                )}
              </>
            ),
          },
          {
            label: 'Role',
            render: (member) =>
              reason(member) === undefined ? (
                <Select
                  label={`Role of ${member.email}`}
                  value={member.role as Role}
                  options={grantableBy(own).map((role) => ({ value: role, label: nameRole(role) }))}
                  onChange={(role) => setAsked({ kind: 'role', member, role })}
                />
              ) : (
                <span title={reason(member)}>{nameRole(member.role)}</span>
              ),
          },
          {
            label: 'Joined',
            isOptional: true,
            render: ({ created_at: at }) => at !== undefined && <TimeText at={at} precision="minute" />,
          },
          {
            label: 'Actions',
            isNumber: true,
            render: (member) => (
              <Button
                aria-label={`Remove ${member.email}`}
                disabledReason={reason(member)}
                onClick={() => setAsked({ kind: 'remove', member })}
              >
                Remove
              </Button>
            ),
          },
        ]}
      />
      <Invitations />
      {asked?.kind === 'invite' && <InviteDialog onClose={close} />}
      {asked?.kind === 'remove' && <RemoveMember member={latest(asked.member)} onClose={close} />}
      {asked?.kind === 'role' && <ChangeRole member={latest(asked.member)} role={asked.role} onClose={close} />}
    </>
  );
}
