import { useState, type ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import type { ContactMethod } from '../../gen/api.js';
import { Button } from '../../ui/controls/button.js';
import { Select } from '../../ui/controls/select.js';
import { TextField } from '../../ui/controls/text-field.js';
import { announce } from '../../ui/feedback/announcements.js';
import { Dialog } from '../../ui/feedback/dialog.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import classes from '../settings.module.css';
import { CONTACT_TYPES, refuseContact, type ContactType } from './contact-types.js';

interface AddContactProps {
  readonly onClose: () => void;
  readonly onAdded: (method: ContactMethod) => void;
}

/** Adds a contact method; a code is sent to an e-mail address if the service can send mails. */
export function AddContact({ onClose, onAdded }: AddContactProps): ReactNode {
  const [type, setType] = useState<ContactType>('email');
  const [value, setValue] = useState('');
  const [label, setLabel] = useState('');
  const { mutate, error, isPending } = useApiChange('POST /users/me/contact-methods', [
    'GET /users/me/contact-methods',
  ]);
  const chosen = CONTACT_TYPES.find((each) => each.value === type) ?? CONTACT_TYPES[0];
  const refusal = refuseContact(type, value);
  const onAdd = (): void => {
    const onSuccess = (method: ContactMethod): void => {
      announce(`Added ${method.value}`);
      onAdded(method);
    };
    const body = { type, value: value.trim(), ...(label.trim() !== '' && { label: label.trim() }) };
    mutate({ body }, { onSuccess });
  };
  return (
    <Dialog
      title="Add a contact method"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            disabledReason={refusal ?? (isPending ? 'The request is being sent.' : undefined)}
            onClick={onAdd}
          >
            Add
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        <Select label="Type" showsLabel value={type} options={CONTACT_TYPES} onChange={setType} />
        <TextField
          label={chosen.field}
          value={value}
          placeholder={chosen.example}
          maxLength={254}
          autoComplete="off"
          spellCheck={false}
          fault={value.trim() === '' ? undefined : refusal}
          onChange={setValue}
        />
        <TextField label="Label (optional)" value={label} maxLength={100} onChange={setLabel} />
        <p className={classes.note}>
          {type === 'email'
            ? 'A code is sent to the address, which proves that it is yours.'
            : 'It reaches you through a channel of this type, which a project of the organization must have.'}
        </p>
        {error && <ErrorBox error={error} />}
      </div>
    </Dialog>
  );
}
