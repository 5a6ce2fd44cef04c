import { useState, type ReactNode } from 'react';
import { useApi, useApiChange } from '../../api/hooks.js';
import type { Invitation } from '../../gen/api.js';
import { missingScope } from '../../session/missing-scope.js';
import { useSession } from '../../session/session.js';
import { TimeText } from '../../time/time-text.js';
import { Badge } from '../../ui/controls/badge.js';
import { Button } from '../../ui/controls/button.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from '../settings.module.css';
import { nameRole } from './roles.js';

/** The invitations, pending ones with a way to take them back. */
export function Invitations(): ReactNode {
  const { can } = useSession();
  const mayRead = can('invitations:read');
  const { data, error, refetch } = useApi('GET /invitations', {}, { enabled: mayRead });
  const revoke = useApiChange('DELETE /invitations/{invitation_id}', ['GET /invitations']);
  const reason = can('invitations:write') ? undefined : missingScope('invitations:write');
  const [asked, setAsked] = useState<Invitation>();
  const close = (): void => {
    revoke.reset();
    setAsked(undefined);
  };
  const onRevoke = ({ id, email }: Invitation): void => {
    const onSuccess = (): void => {
      announce(`Revoked the invitation of ${email}`);
      close();
    };
    revoke.mutate({ path: { invitation_id: id } }, { onSuccess });
  };
  return (
    <PanelSection title="Invitations">
      {!mayRead && <p className={classes.note}>{missingScope('invitations:read')}</p>}
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {mayRead && (
        <Table<Invitation>
          label="Invitations"
          rows={data?.invitations}
          getId={({ id }) => id}
          empty="Nobody is invited."
          columns={[
            { label: 'E-mail', render: ({ email }) => <OutsideText text={email} limit={80} /> },
            { label: 'Role', render: ({ role }) => <span className={classes.nowrap}>{nameRole(role)}</span> },
            {
              label: 'Status',
              render: ({ status }) => <Badge tone={status === 'pending' ? 'info' : 'neutral'}>{status}</Badge>,
            },
            {
              label: 'Invited by',
              isOptional: true,
              render: ({ inviter_name: name }) => <OutsideText text={name} limit={80} />,
            },
            {
              label: 'Expires',
              isOptional: true,
              render: ({ expires_at: at }) => at !== undefined && <TimeText at={at} precision="minute" />,
            },
            {
              label: 'Actions',
              isNumber: true,
              render: (invitation) =>
                invitation.status === 'pending' && (
                  <Button
                    aria-label={`Revoke the invitation of ${invitation.email}`}
                    disabledReason={reason}
                    onClick={() => setAsked(invitation)}
                  >
                    Revoke
                  </Button>
                ),
            },
          ]}
        />
      )}
      {asked && (
        <ConfirmDialog
          title="Revoke this invitation?"
          action="Revoke"
          error={revoke.error}
          isPending={revoke.isPending}
          onConfirm={() => onRevoke(asked)}
          onClose={close}
        >
          <p>
            {'The address that was sent to '}
            <OutsideText text={asked.email} />
            {' no longer works.'}
          </p>
        </ConfirmDialog>
      )}
    </PanelSection>
  );
}
