import { useState, type ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import { TextField } from '../../ui/controls/text-field.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import classes from '../settings.module.css';

/** Removes the authenticator of a user who proves to have both factors. */
export function RemoveFactor({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { mutate, error, isPending, reset } = useApiChange('DELETE /users/me/totp', ['GET /users/me/sessions']);
  const close = (): void => {
    reset();
    onClose();
  };
  const onConfirm = (): void => {
    const onSuccess = (): void => {
      announce('Removed the authenticator');
      close();
    };
    const body = { ...(password !== '' && { password }), ...(code.trim() !== '' && { code: code.trim() }) };
    mutate({ body }, { onSuccess });
  };
  return (
    <ConfirmDialog
      title="Remove the authenticator?"
      action="Remove"
      error={error}
      isPending={isPending}
      onConfirm={onConfirm}
      onClose={close}
    >
      <div className={classes.form}>
        <p>The password alone signs you in then. The authenticator and all recovery codes stop working.</p>
        <TextField
          label="Your password"
          type="password"
          autoComplete="current-password"
          value={password}
          hint="Leave it empty if you sign in with the provider only."
          onChange={setPassword}
        />
        <TextField
          label="Code"
          value={code}
          autoComplete="one-time-code"
          maxLength={40}
          hint="One of the authenticator, or a recovery code."
          onChange={setCode}
        />
      </div>
    </ConfirmDialog>
  );
}
