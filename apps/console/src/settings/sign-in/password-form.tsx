import { useState, type ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import { Button } from '../../ui/controls/button.js';
import { TextField } from '../../ui/controls/text-field.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { PanelSection } from '../../ui/layout/panel.js';
import classes from '../settings.module.css';

const LEAST = 12;

/** Sets another password; the other sessions of the user end. */
export function PasswordForm(): ReactNode {
  const [now, setNow] = useState('');
  const [next, setNext] = useState('');
  const [again, setAgain] = useState('');
  const { mutate, error, isPending, reset } = useApiChange('PUT /users/me/password', ['GET /users/me/sessions']);
  const isShort = next !== '' && next.length < LEAST;
  const isOther = again !== '' && again !== next;
  const reason =
    now === '' || next === '' || again === ''
      ? 'Fill in all three first.'
      : isShort || isOther
        ? 'Correct what is marked first.'
        : isPending
          ? 'The request is being sent.'
          : undefined;
  const onSave = (): void => {
    const onSuccess = (): void => {
      announce('Changed your password');
      for (const clear of [setNow, setNext, setAgain]) clear('');
      reset();
    };
    mutate({ body: { current_password: now, new_password: next } }, { onSuccess });
  };
  return (
    <PanelSection title="Your password">
      <form
        aria-label="Your password"
        className={classes.narrow}
        onSubmit={(event) => {
          event.preventDefault();
          if (reason === undefined) onSave();
        }}
      >
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          value={now}
          onChange={setNow}
        />
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${LEAST} characters.`}
          fault={isShort ? `At least ${LEAST} characters.` : undefined}
          value={next}
          onChange={setNext}
        />
        <TextField
          label="New password again"
          type="password"
          autoComplete="new-password"
          fault={isOther ? 'It is not the same.' : undefined}
          value={again}
          onChange={setAgain}
        />
        {error && <ErrorBox error={error} />}
        <div>
          <Button type="submit" kind="primary" disabledReason={reason}>
            Change the password
          </Button>
        </div>
      </form>
    </PanelSection>
  );
}
