import { useState, type ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import { Button } from '../../ui/controls/button.js';
import { Segmented } from '../../ui/controls/segmented.js';
import { Select } from '../../ui/controls/select.js';
import { TextField } from '../../ui/controls/text-field.js';
import { announce } from '../../ui/feedback/announcements.js';
import { Dialog } from '../../ui/feedback/dialog.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { CheckField } from '../../ui/fields/check-field.js';
import classes from '../settings.module.css';
import {
  chooseProvider,
  findMissing,
  PROVIDERS,
  TARGETS,
  toCreate,
  toStart,
  WAYS,
  type ConnectionDraft,
} from './providers.js';
import { TokenFields } from './token-fields.js';
import { useAuthorization } from './use-authorization.js';

const EMPTY: ConnectionDraft = {
  provider: 'github',
  way: 'oauth',
  name: '',
  target: '',
  secret: '',
  account: '',
  url: '',
  resolvesIssues: false,
  closesTickets: false,
};

/** Connects the project to a provider of tickets, with a token or by an authorization in this browser window. */
export function CreateConnection({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [draft, setDraft] = useState(EMPTY);
  const create = useApiChange('POST /connections', ['GET /connections']);
  const authorization = useAuthorization();
  const change = (part: Partial<ConnectionDraft>): void => setDraft({ ...draft, ...part });
  const close = (): void => {
    create.reset();
    onClose();
  };
  const onConnect = (): void => {
    const onCreated = (): void => {
      announce(`Connected ${draft.name}`);
      close();
    };
    if (draft.way === 'token') create.mutate({ body: toCreate(draft) }, { onSuccess: onCreated });
    else authorization.start(toStart(draft));
  };
  const isPending = draft.way === 'token' ? create.isPending : authorization.isPending;
  const error = draft.way === 'token' ? create.error : authorization.error;
  const reason = findMissing(draft) ?? (isPending ? 'The request is being sent.' : undefined);
  return (
    <Dialog
      title="New connection"
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button kind="primary" disabledReason={reason} onClick={onConnect}>
            {draft.way === 'token' ? 'Connect' : 'Continue to the provider'}
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        <div className={classes.bar}>
          <Select
            label="Provider"
            value={draft.provider}
            options={PROVIDERS}
            onChange={(provider) => setDraft(chooseProvider(draft, provider))}
          />
          <Segmented label="How" value={draft.way} options={WAYS} onChange={(way) => change({ way, secret: '' })} />
        </div>
        <TextField label="Name" value={draft.name} maxLength={200} onChange={(name) => change({ name })} />
        <TextField
          label="Tickets go to"
          value={draft.target}
          hint={TARGETS[draft.provider]}
          onChange={(target) => change({ target })}
        />
        <TokenFields draft={draft} onChange={change} />
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
        {error && <ErrorBox error={error} />}
      </div>
    </Dialog>
  );
}
