import { useState, type ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import type { MeTotpEnrollResponse } from '../../gen/api.js';
import { Button } from '../../ui/controls/button.js';
import { TextField } from '../../ui/controls/text-field.js';
import { CodeBlock } from '../../ui/feedback/code-block.js';
import { Dialog } from '../../ui/feedback/dialog.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import classes from '../settings.module.css';

interface ConfirmFactorProps {
  readonly factor: MeTotpEnrollResponse;
  readonly onClose: () => void;
  /** Takes the recovery codes, which cannot be read again. */
  readonly onConfirmed: (codes: readonly string[]) => void;
}

/** Shows the secret for the authenticator, and takes its first code. Nothing has changed before that. */
export function ConfirmFactor({ factor, onClose, onConfirmed }: ConfirmFactorProps): ReactNode {
  const [code, setCode] = useState('');
  const { mutate, error, isPending, reset } = useApiChange('POST /users/me/totp/confirm', ['GET /users/me/sessions']);
  const typed = code.replaceAll(/\s/g, '');
  const reason = /^\d{6}$/.test(typed)
    ? isPending
      ? 'The request is being sent.'
      : undefined
    : 'Type the six digits that the authenticator shows first.';
  const onConfirm = (): void => {
    mutate(
      { body: { code: typed } },
      {
        onSuccess: ({ recovery_codes: codes }) => {
          reset();
          onConfirmed(codes);
        },
      },
    );
  };
  return (
    <Dialog
      title="Set up an authenticator"
      isHeld={isPending}
      onClose={() => (isPending ? undefined : onClose())}
      actions={
        <>
          <Button disabledReason={isPending ? 'The request is being sent.' : undefined} onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" disabledReason={reason} onClick={onConfirm}>
            Confirm
          </Button>
        </>
      }
    >
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (reason === undefined) onConfirm();
        }}
      >
        <p>Add an account to your authenticator with this key. It is for codes of six digits that change with time.</p>
        <CodeBlock label="Key of the authenticator" text={factor.secret} />
        <p className={classes.note}>Programs and password managers also take the address:</p>
        <CodeBlock label="Address for the authenticator" text={factor.otpauth_url} />
        <TextField
          label="Code"
          value={code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          hint="Nothing changes until you enter a correct code. Then your other sessions end."
          onChange={setCode}
        />
        {error && <ErrorBox error={error} />}
      </form>
    </Dialog>
  );
}
