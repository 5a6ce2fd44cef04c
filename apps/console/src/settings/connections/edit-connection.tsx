import type { ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import { Conflict } from '../../drafts/conflict.js';
import { toDifferences } from '../../drafts/differences.js';
import { useEdit } from '../../drafts/use-edit.js';
import type { Connection } from '../../gen/api.js';
import { TextField } from '../../ui/controls/text-field.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import { CheckField } from '../../ui/fields/check-field.js';
import classes from '../settings.module.css';
import { EDIT_LABELS, needsWebhookSecret, refuseEdit, toEditDraft, toUpdate } from './edit-draft.js';
import { TARGETS, toShown, type Provider } from './providers.js';
import { WebhookFields } from './webhook-fields.js';

interface EditConnectionProps {
  readonly connection: Connection;
  readonly onClose: () => void;
}

/** Changes a connection. Its secrets are never read; they stay unless others are typed. */
export function EditConnection({ connection, onClose }: EditConnectionProps): ReactNode {
  const { mutate, error, isPending, reset } = useApiChange('PATCH /connections/{connection_id}', ['GET /connections']);
  const edit = useEdit(connection, toEditDraft, error);
  const { draft, change, isChanged, isConflict, version } = edit;
  const provider = connection.provider as Provider;
  const isToken = connection.kind === 'token';
  const shown = toShown({ provider, way: isToken ? 'token' : 'oauth' });
  const reason = !isChanged
    ? 'Nothing was changed.'
    : (refuseEdit(draft, connection) ??
      (needsWebhookSecret(draft, connection) ? 'Type or generate the webhook secret first.' : undefined));
  const onSave = (): void => {
    const onSuccess = (): void => {
      announce(`Saved ${draft.name}`);
      onClose();
    };
    mutate({ path: { connection_id: connection.id }, body: toUpdate(draft, connection, version) }, { onSuccess });
  };
  return (
    <ConfirmDialog
      title="Edit the connection"
      action="Save"
      kind="primary"
      error={isConflict ? null : error}
      isPending={isPending}
      disabledReason={reason}
      onConfirm={onSave}
      onClose={onClose}
    >
      <div className={classes.form}>
        <TextField label="Name" value={draft.name} maxLength={200} onChange={(name) => change({ name })} />
        <TextField
          label="Tickets go to"
          value={draft.target}
          hint={TARGETS[provider]}
          onChange={(target) => change({ target })}
        />
        {provider === 'jira' && (
          <TextField
            label="Type of tickets"
            value={draft.issueType}
            maxLength={100}
            onChange={(issueType) => change({ issueType })}
          />
        )}
        {isToken && shown.url && (
          <TextField
            label="Address"
            value={draft.url}
            hint="Another address needs the token as well."
            onChange={(url) => change({ url })}
          />
        )}
        {shown.account && (
          <TextField
            label="E-mail of the token’s user"
            value={draft.account}
            hint="For Jira Cloud only."
            onChange={(account) => change({ account })}
          />
        )}
        {isToken && (
          <TextField
            label="New token"
            type="password"
            autoComplete="new-password"
            value={draft.secret}
            hint="Leave it empty to keep the one that is stored."
            onChange={(secret) => change({ secret })}
          />
        )}
        <CheckField
          label="Use this connection"
          isChecked={draft.isEnabled}
          hint="While it is turned off, its tickets wait."
          onChange={(isEnabled) => change({ isEnabled })}
        />
        <CheckField
          label="Resolve an issue when its ticket is closed"
          isChecked={draft.resolvesIssues}
          onChange={(resolvesIssues) => change({ resolvesIssues })}
        />
        <CheckField
          label="Close a ticket when its issue is resolved"
          isChecked={draft.closesTickets}
          onChange={(closesTickets) => change({ closesTickets })}
        />
        <WebhookFields connection={connection} draft={draft} onChange={change} />
        {isConflict && (
          <Conflict
            operation="connections.update"
            about={connection.id}
            differences={toDifferences(toEditDraft(connection), draft, EDIT_LABELS)}
            onTake={() => {
              edit.load(connection);
              reset();
            }}
          />
        )}
      </div>
    </ConfirmDialog>
  );
}
