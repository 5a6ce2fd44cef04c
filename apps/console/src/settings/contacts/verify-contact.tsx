import { useState, type ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import type { ContactMethod } from '../../gen/api.js';
import { TextField } from '../../ui/controls/text-field.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from '../settings.module.css';

interface VerifyContactProps {
  readonly method: ContactMethod;
  readonly onClose: () => void;
}

/** Takes the code that was sent to a contact method. */
export function VerifyContact({ method: { id, value }, onClose }: VerifyContactProps): ReactNode {
  const [code, setCode] = useState('');
  const { mutate, error, isPending } = useApiChange('POST /users/me/contact-methods/{method_id}/verify', [
    'GET /users/me/contact-methods',
  ]);
  const typed = code.replaceAll(/\s/g, '');
  const onConfirm = (): void => {
    const onSuccess = (): void => {
      announce(`Verified ${value}`);
      onClose();
    };
    mutate({ path: { method_id: id }, body: { code: typed } }, { onSuccess });
  };
  return (
    <ConfirmDialog
      title="Verify the contact method"
      action="Verify"
      kind="primary"
      keep="Later"
      error={error}
      isPending={isPending}
      disabledReason={/^\d{6}$/.test(typed) ? undefined : 'Type the six digits first.'}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <div className={classes.form}>
        <p>
          {'A code was sent to '}
          <OutsideText text={value} limit={80} />
          {'. It works for ten minutes and five attempts; delete the contact method and add it again for another one.'}
        </p>
        <TextField
          label="Code"
          value={code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          onChange={setCode}
        />
      </div>
    </ConfirmDialog>
  );
}
