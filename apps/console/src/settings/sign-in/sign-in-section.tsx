import { useState, type ReactNode } from 'react';
import { useApi, useApiChange } from '../../api/hooks.js';
import type { Session } from '../../gen/api.js';
import { TimeText } from '../../time/time-text.js';
import { Badge } from '../../ui/controls/badge.js';
import { Button } from '../../ui/controls/button.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { PasswordForm } from './password-form.js';
import { SecondFactor } from './second-factor.js';

/** Where the user is signed in, and the user's password. */
export function SignInSection(): ReactNode {
  const { data, error, refetch } = useApi('GET /users/me/sessions', {});
  const end = useApiChange('DELETE /users/me/sessions/{session_id}', ['GET /users/me/sessions']);
  const [asked, setAsked] = useState<Session>();
  const close = (): void => {
    end.reset();
    setAsked(undefined);
  };
  const onEnd = ({ id }: Session): void => {
    const onSuccess = (): void => {
      announce('Ended the session');
      close();
    };
    end.mutate({ path: { session_id: id } }, { onSuccess });
  };
  return (
    <>
      <PanelSection title="Your sessions">
        {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
        <Table<Session>
          label="Your sessions"
          rows={data?.sessions}
          getId={({ id }) => id}
          empty="You are signed in nowhere."
          columns={[
            {
              label: 'Client',
              render: ({ client, is_current: isCurrent }) => (
                <>
                  <OutsideText text={client === '' ? 'unknown' : client} limit={80} />{' '}
                  {isCurrent && <Badge tone="info">this one</Badge>}
                </>
              ),
            },
            { label: 'Kind', isOptional: true, render: ({ type }) => type },
            { label: 'From', isOptional: true, render: ({ source_address: address }) => address },
            {
              label: 'Second factor',
              isOptional: true,
              render: ({ has_second_factor: has }) => (has ? 'yes' : 'no'),
            },
            {
              label: 'Last used',
              render: ({ last_used_at: at }) => at !== undefined && <TimeText at={at} precision="minute" />,
            },
            {
              label: 'Actions',
              isNumber: true,
              render: (session) => (
                <Button
                  aria-label={`End the session of ${session.client}`}
                  disabledReason={session.is_current ? 'Sign out in the menu at the bottom left instead.' : undefined}
                  onClick={() => setAsked(session)}
                >
                  End
                </Button>
              ),
            },
          ]}
        />
      </PanelSection>
      <SecondFactor isOn={data?.sessions.some(({ has_second_factor: has }) => has)} />
      <PasswordForm />
      {asked && (
        <ConfirmDialog
          title="End this session?"
          action="End the session"
          error={end.error}
          isPending={end.isPending}
          onConfirm={() => onEnd(asked)}
          onClose={close}
        >
          <p>
            <OutsideText text={asked.client === '' ? 'An unknown client' : asked.client} limit={80} />
            {' has to sign in again.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
