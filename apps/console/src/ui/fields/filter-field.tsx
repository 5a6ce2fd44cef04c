import type { ReactNode } from 'react';
import { TextField } from '../controls/text-field.js';
import { useApplied } from './use-applied.js';

interface FilterFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Returns the reason for which a text cannot apply. */
  readonly check?: (text: string) => string | undefined;
}

/** A filter with its label above it, which applies with Enter or when the field is left. */
export function FilterField({ label, placeholder, value, onChange, check }: FilterFieldProps): ReactNode {
  const { typed, setTyped, ...events } = useApplied(value, onChange, (text) => check?.(text) === undefined);
  return (
    <TextField
      label={label}
      type="search"
      placeholder={placeholder}
      maxLength={200}
      value={typed}
      onChange={setTyped}
      fault={check?.(typed.trim())}
      {...events}
    />
  );
}
