import { useState, type ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import type { ChannelsCreateRequest, ChannelTypeInfo } from '../../gen/api.js';
import { Button } from '../../ui/controls/button.js';
import { Select } from '../../ui/controls/select.js';
import { TextField } from '../../ui/controls/text-field.js';
import { announce } from '../../ui/feedback/announcements.js';
import { Dialog } from '../../ui/feedback/dialog.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import classes from '../settings.module.css';
import { ConfigField } from './config-field.js';
import { readConfig, toFields } from './schema-fields.js';

interface CreateChannelProps {
  /** None while they are read. */
  readonly types: readonly ChannelTypeInfo[];
  /** Why the types could not be read. */
  readonly typesError: Error | null;
  readonly onClose: () => void;
}

const NONE: ReadonlyMap<string, string> = new Map();

/** Makes a channel with the fields of its type. Secrets are sent once, and never read back. */
export function CreateChannel({ types, typesError, onClose }: CreateChannelProps): ReactNode {
  const [type, setType] = useState<string>();
  const [name, setName] = useState('');
  const [values, setValues] = useState(NONE);
  const { mutate, error, isPending, reset } = useApiChange('POST /notifications/channels', [
    'GET /notifications/channels',
  ]);
  const chosen = types.find((each) => each.type === type) ?? types[0];
  const fields = toFields(chosen?.config_schema);
  const { config, faults, missing } = readConfig(fields, values);
  const close = (): void => {
    reset();
    onClose();
  };
  const onCreate = (): void => {
    const onSuccess = (): void => {
      announce(`Created ${name}`);
      close();
    };
    if (chosen) mutate({ body: { type: chosen.type as ChannelsCreateRequest['type'], name, config } }, { onSuccess });
  };
  const reason =
    chosen === undefined
      ? 'The types of channels are not known yet.'
      : name.trim() === ''
        ? 'Type a name first.'
        : missing.length > 0
          ? `Fill in first: ${missing.join(', ')}.`
          : faults.size > 0
            ? 'Correct what is marked first.'
            : undefined;
  return (
    <Dialog
      title="New channel"
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button kind="primary" disabledReason={reason ?? (isPending ? 'Creating…' : undefined)} onClick={onCreate}>
            Create
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        {typesError && !chosen && <ErrorBox error={typesError} />}
        <Select
          label="Type"
          showsLabel
          value={chosen?.type ?? ''}
          options={types.map((each) => ({ value: each.type, label: each.label }))}
          onChange={(next) => {
            setType(next);
            setValues(NONE);
          }}
        />
        <p className={classes.note}>{chosen?.description}</p>
        <TextField label="Name" value={name} maxLength={100} onChange={setName} />
        {fields.map((field) => (
          <ConfigField
            key={`${chosen?.type ?? ''} ${field.name}`}
            field={field}
            value={values.get(field.name) ?? ''}
            fault={faults.get(field.name)}
            onChange={(value) => setValues(new Map(values).set(field.name, value))}
          />
        ))}
        {error && <ErrorBox error={error} />}
      </div>
    </Dialog>
  );
}
