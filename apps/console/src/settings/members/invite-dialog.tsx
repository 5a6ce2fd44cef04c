import { useState, type ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import { useSession } from '../../session/session.js';
import { Button } from '../../ui/controls/button.js';
import { Select } from '../../ui/controls/select.js';
import { TextField } from '../../ui/controls/text-field.js';
import { announce } from '../../ui/feedback/announcements.js';
import { Dialog } from '../../ui/feedback/dialog.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Once } from '../../ui/feedback/once.js';
import classes from '../settings.module.css';
import { grantableBy, nameRole, ROLES, type Role } from './roles.js';

/** Invites to the organization; the address of the invitation is shown once if the service sends no e-mail. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { account } = useSession();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('ROLE_MEMBER');
  const { data, mutate, error, isPending, reset } = useApiChange('POST /invitations', ['GET /invitations']);
  const close = (): void => {
    reset();
    onClose();
  };
  const busy = isPending ? 'Inviting…' : undefined;
  // A secret that comes after the dialog is closed would be seen by no one.
  const cancel = (): void => (isPending ? undefined : close());
  if (data?.accept_url !== undefined)
    return (
      <Once
        title="The invitation was created"
        label="Address of the invitation"
        secret={data.accept_url}
        onClose={close}
      >
        <p className={classes.note}>
          The service sends no e-mail, so send the address yourself. It works once, for seven days.
        </p>
      </Once>
    );
  const onInvite = (): void => {
    const onSuccess = (answer: { readonly accept_url?: string }): void => {
      if (answer.accept_url !== undefined) return;
      announce(`Invited ${email}`);
      close();
    };
    mutate({ body: { email: email.trim(), role } }, { onSuccess });
  };
  const reason = /.@./.test(email) ? undefined : 'Type an e-mail address first.';
  return (
    <Dialog
      title="Invite to the organization"
      isHeld={isPending}
      onClose={cancel}
      actions={
        <>
          <Button disabledReason={busy} onClick={cancel}>
            Cancel
          </Button>
          <Button kind="primary" disabledReason={reason ?? busy} onClick={onInvite}>
            Invite
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        <TextField label="E-mail" type="email" value={email} maxLength={254} data-autofocus onChange={setEmail} />
        <Select
          label="Role"
          showsLabel
          value={role}
          options={grantableBy(account.role ?? '').map((value) => ({ value, label: nameRole(value) }))}
          onChange={setRole}
        />
        <p className={classes.note}>{ROLES.find(({ value }) => value === role)?.text}</p>
        {error && <ErrorBox error={error} />}
      </div>
    </Dialog>
  );
}
