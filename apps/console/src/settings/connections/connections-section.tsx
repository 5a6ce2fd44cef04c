import { useState, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { CopyMenu } from '../../copy/copy-menu.js';
import type { Connection } from '../../gen/api.js';
import { useScope } from '../../scope/scope.js';
import { missingScope } from '../../session/missing-scope.js';
import { useSession } from '../../session/session.js';
import { Badge, type Tone } from '../../ui/controls/badge.js';
import { Button } from '../../ui/controls/button.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { useSearchState } from '../../url/use-search-state.js';
import { OPEN_FIELDS } from '../fields.js';
import classes from '../settings.module.css';
import { CreateConnection } from './create-connection.js';
import { DeleteConnection } from './delete-connection.js';
import { EditConnection } from './edit-connection.js';
import { PROVIDERS, type Provider } from './providers.js';
import { useAuthorization } from './use-authorization.js';

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
  const [{ open }, update] = useSearchState(OPEN_FIELDS);
  const authorization = useAuthorization();
  const { data, error, refetch } = useApi('GET /connections', {});
  const opened = data?.connections.find(({ id }) => id === open);
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
      {authorization.error && <ErrorBox error={authorization.error} />}
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
              <span className={classes.actions}>
                {connection.state === 'needs_reauth' && connection.kind === 'oauth' && (
                  <Button
                    aria-label={`Authorize ${connection.display_name} again`}
                    disabledReason={reason ?? (authorization.isPending ? 'The request is being sent.' : undefined)}
                    onClick={() =>
                      authorization.start({
                        provider: connection.provider as Provider,
                        connection_id: connection.id,
                        expected_version: connection.version,
                      })
                    }
                  >
                    Authorize again
                  </Button>
                )}
                <Button
                  aria-label={`Edit ${connection.display_name}`}
                  disabledReason={reason}
                  onClick={() => update({ open: connection.id })}
                >
                  Edit
                </Button>
                <Button
                  aria-label={`Delete ${connection.display_name}`}
                  disabledReason={reason}
                  onClick={() => setDeleted(connection)}
                >
                  Delete
                </Button>
              </span>
            ),
          },
        ]}
      />
      {opened && reason === undefined && (
        <EditConnection key={opened.id} connection={opened} onClose={() => update({ open: undefined })} />
      )}
      {isCreating && <CreateConnection onClose={() => setCreating(false)} />}
      {deleted && <DeleteConnection connection={latest ?? deleted} onClose={() => setDeleted(undefined)} />}
    </>
  );
}

function State({ state }: Pick<Connection, 'state'>): ReactNode {
  const [tone, text] = STATES[state] ?? ['neutral' as const, state];
  return <Badge tone={tone}>{text}</Badge>;
}
