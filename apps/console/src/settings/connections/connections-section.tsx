import { useState, type ReactNode } from 'react';
import { useApi, useApiChange } from '../../api/hooks.js';
import { CopyMenu } from '../../copy/copy-menu.js';
import type { Connection } from '../../gen/api.js';
import { useScope } from '../../scope/scope.js';
import { missingScope } from '../../session/missing-scope.js';
import { useSession } from '../../session/session.js';
import { Badge, type Tone } from '../../ui/controls/badge.js';
import { Button } from '../../ui/controls/button.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from '../settings.module.css';
import { CreateConnection } from './create-connection.js';
import { PROVIDERS } from './providers.js';

const STATES: Readonly<Record<string, readonly [tone: Tone, text: string]>> = {
  active: ['ok', 'active'],
  needs_reauth: ['danger', 'refused: connect it again'],
  disabled: ['neutral', 'disabled'],
};

/** The providers of tickets that the project is connected to. */
export function ConnectionsSection(): ReactNode {
  const { can } = useSession();
  const { project } = useScope();
  const [isCreating, setCreating] = useState(false);
  const [deleted, setDeleted] = useState<Connection>();
  const { data, error, refetch } = useApi('GET /connections', {});
  // A change of the connection by another user makes the version that was asked about an old one.
  const latest = data?.connections.find(({ id }) => id === deleted?.id);
  const reason = can('connections:write') ? undefined : missingScope('connections:write');
  return (
    <>
      <div className={classes.bar}>
        <Button kind="primary" icon="plus" disabledReason={reason} onClick={() => setCreating(true)}>
          New connection
        </Button>
        <CopyMenu route="GET /connections" input={{}} project={project} />
      </div>
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      <Table<Connection>
        label="Connections"
        rows={data?.connections}
        getId={({ id }) => id}
        empty="The project has no connection yet, so issues have no tickets. Make one, or run svc connections create."
        columns={[
          { label: 'Name', render: ({ display_name: name }) => <OutsideText text={name} limit={80} /> },
          {
            label: 'Provider',
            render: ({ provider }) => PROVIDERS.find(({ value }) => value === provider)?.label ?? provider,
          },
          {
            label: 'Tickets go to',
            isOptional: true,
            render: ({ target }) => <OutsideText text={target} limit={80} />,
          },
          { label: 'By', isOptional: true, render: ({ kind }) => (kind === 'oauth' ? 'authorization' : kind) },
          { label: 'State', render: ({ state }) => <State state={state} /> },
          {
            label: 'Actions',
            isNumber: true,
            render: (connection) => (
              <Button
                aria-label={`Delete ${connection.display_name}`}
                disabledReason={reason}
                onClick={() => setDeleted(connection)}
              >
                Delete
              </Button>
            ),
          },
        ]}
      />
      {isCreating && <CreateConnection onClose={() => setCreating(false)} />}
      {deleted && <DeleteConnection connection={latest ?? deleted} onClose={() => setDeleted(undefined)} />}
    </>
  );
}

function State({ state }: Pick<Connection, 'state'>): ReactNode {
  const [tone, text] = STATES[state] ?? ['neutral' as const, state];
  return <Badge tone={tone}>{text}</Badge>;
}

interface DeleteConnectionProps {
  readonly connection: Connection;
  readonly onClose: () => void;
}

function DeleteConnection({ connection: { id, display_name: name, version }, onClose }: DeleteConnectionProps) {
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
        <bdi>{name}</bdi>
        {' is deleted. Tickets stay at the provider and at their issues, but neither follows the other any more.'}
      </p>
    </ConfirmDialog>
  );
}
