import { useState, type ReactNode } from 'react';
import { useApi, useApiChange } from '../../api/hooks.js';
import { useScope } from '../../scope/scope.js';
import { useSession } from '../../session/session.js';
import { Button } from '../../ui/controls/button.js';
import { Segmented } from '../../ui/controls/segmented.js';
import { Select } from '../../ui/controls/select.js';
import { TextField } from '../../ui/controls/text-field.js';
import { Dialog } from '../../ui/feedback/dialog.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Once } from '../../ui/feedback/once.js';
import classes from '../settings.module.css';
import { PRESETS, readOrigins, refuseScope, scopesOf } from './presets.js';
import { ScopePicker } from './scope-picker.js';

const DAY_MS = 24 * 3_600_000;
const KINDS = [
  { value: 'secret', label: 'Secret' },
  { value: 'publishable', label: 'Publishable, for pages' },
] as const;
const LIFETIMES = [
  { value: '30', label: 'in 30 days' },
  { value: '90', label: 'in 90 days' },
  { value: '365', label: 'in a year' },
  { value: '', label: 'never' },
] as const;

/** Makes a key with the chosen scopes, and shows its secret once. */
export function CreateKey({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { projects } = useSession();
  const { project } = useScope();
  const current = projects.find(({ slug, id }) => slug === project || id === project);
  const [name, setName] = useState('');
  const [kind, setKind] = useState<(typeof KINDS)[number]['value']>('secret');
  const [owner, setOwner] = useState(current?.id ?? '');
  const [days, setDays] = useState<(typeof LIFETIMES)[number]['value']>('90');
  const [origins, setOrigins] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const known = useApi('GET /account/api-keys/scopes', {});
  const { data, mutate, error, isPending, reset } = useApiChange('POST /account/api-keys', ['GET /account/api-keys']);
  const isPublishable = kind === 'publishable';
  const grantable = known.data?.scopes ?? [];
  const scopes = grantable
    .filter((scope) => chosen.includes(scope.name) && refuseScope(scope, isPublishable) === undefined)
    .map((scope) => scope.name);
  const close = (): void => {
    reset();
    onClose();
  };
  const busy = isPending ? 'Creating…' : undefined;
  // A secret that comes after the dialog is closed would be seen by no one.
  const cancel = (): void => (isPending ? undefined : close());
  if (data)
    return (
      <Once title="The key was created" label="API key" secret={data.secret} onClose={close}>
        <p className={classes.note}>
          Programs send it in the header <code>X-Svc-API-Key</code>. Keep it where your other secrets are.
        </p>
      </Once>
    );
  const onCreate = (): void => {
    const expires = days === '' ? undefined : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
    const body = {
      name,
      scopes,
      ...(owner !== '' && { project_id: owner }),
      ...(expires !== undefined && { expires_at: expires }),
      ...(isPublishable && { publishable: true, allowed_origins: readOrigins(origins) }),
    };
    mutate({ body });
  };
  const reason = name.trim() === '' ? 'Type a name first.' : scopes.length === 0 ? 'Choose a scope first.' : undefined;
  return (
    <Dialog
      title="New API key"
      isWide
      isHeld={isPending}
      onClose={cancel}
      actions={
        <>
          <Button disabledReason={busy} onClick={cancel}>
            Cancel
          </Button>
          <Button kind="primary" disabledReason={reason ?? busy} onClick={onCreate}>
            Create
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        <TextField label="Name" value={name} maxLength={100} hint="The program that uses it." onChange={setName} />
        <div className={classes.bar}>
          <Segmented
            label="Kind"
            value={kind}
            options={KINDS}
            onChange={(next) => {
              setKind(next);
              // A publishable key is always that of a project.
              if (next === 'publishable') setOwner(current?.id ?? '');
            }}
          />
          <Select
            label="For"
            value={owner}
            options={[
              ...(current ? [{ value: current.id, label: `Project ${current.name}` }] : []),
              ...(isPublishable ? [] : [{ value: '', label: 'Whole organization' }]),
            ]}
            onChange={setOwner}
          />
          <Select label="Expires" showsLabel value={days} options={LIFETIMES} onChange={setDays} />
        </div>
        {isPublishable && (
          <TextField
            label="Origins of the pages"
            value={origins}
            placeholder="https://shop.example"
            hint="With spaces between them; any page may use it if there are none."
            onChange={setOrigins}
          />
        )}
        <div role="group" aria-label="Presets" className={classes.bar}>
          {PRESETS.map(({ value, label }) => (
            <Button key={value} onClick={() => setChosen(scopesOf(value, grantable))}>
              {label}
            </Button>
          ))}
          <span className={classes.note}>{`${scopes.length} ${scopes.length === 1 ? 'scope' : 'scopes'} chosen`}</span>
        </div>
        {known.error && <ErrorBox error={known.error} onRetry={() => void known.refetch()} />}
        <ScopePicker scopes={grantable} chosen={scopes} isPublishable={isPublishable} onChange={setChosen} />
        {error && <ErrorBox error={error} />}
      </div>
    </Dialog>
  );
}
