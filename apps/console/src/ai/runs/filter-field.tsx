import { useEffect, useState, type ReactNode } from 'react';
import { TextField } from '../../ui/controls/text-field.js';

interface FilterFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A filter that applies with Enter, or when the field is left. */
export function FilterField({ label, placeholder, value, onChange }: FilterFieldProps): ReactNode {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const apply = (): void => {
    if (typed.trim() !== value) onChange(typed.trim());
  };
  return (
    <TextField
      label={label}
      type="search"
      placeholder={placeholder}
      maxLength={200}
      value={typed}
      onChange={setTyped}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
      }}
    />
  );
}
