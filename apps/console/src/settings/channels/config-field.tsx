import type { ReactNode } from 'react';
import { Select } from '../../ui/controls/select.js';
import { TextField } from '../../ui/controls/text-field.js';
import type { SchemaField } from './schema-fields.js';

interface ConfigFieldProps {
  readonly field: SchemaField;
  readonly value: string;
  readonly fault: string | undefined;
  readonly onChange: (value: string) => void;
}

/** One field of a channel's configuration; what is secret is hidden while it is typed. */
export function ConfigField({ field, value, fault, onChange }: ConfigFieldProps): ReactNode {
  const { label, kind, isRequired, isSecret, hint, options } = field;
  const title = isRequired ? label : `${label} (optional)`;
  if (kind === 'choice')
    return (
      <Select
        label={title}
        showsLabel
        value={value}
        options={[{ value: '', label: '–' }, ...options.map((option) => ({ value: option, label: option }))]}
        onChange={onChange}
      />
    );
  return (
    <TextField
      label={title}
      type={isSecret ? 'password' : 'text'}
      value={value}
      hint={hint}
      fault={fault}
      autoComplete={isSecret ? 'new-password' : 'off'}
      spellCheck={false}
      onChange={onChange}
    />
  );
}
