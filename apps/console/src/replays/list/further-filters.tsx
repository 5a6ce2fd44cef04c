import { useEffect, useState, type ReactNode } from 'react';
import { TextField } from '../../ui/controls/text-field.js';
import classes from './replay-toolbar.module.css';
import type { ToolbarProps } from './toolbar-props.js';

const FIELDS = [
  { name: 'person', label: 'Person', placeholder: 'any distinct ID' },
  { name: 'url', label: 'Page contains', placeholder: '/checkout' },
  { name: 'release', label: 'Release', placeholder: 'shop@1.4.2' },
  { name: 'trace_id', label: 'Trace', placeholder: '32 hexadecimal digits' },
] as const;

type Name = (typeof FIELDS)[number]['name'];

/** Filters by a text each. */
export function FurtherFilters({ state, update }: ToolbarProps): ReactNode {
  return (
    <div role="group" aria-label="More filters" className={classes.further}>
      {FIELDS.map((field) => (
        <FilterField
          key={field.name}
          {...field}
          value={state[field.name]}
          onChange={(value) => update({ [field.name]: value }, { replace: true })}
        />
      ))}
    </div>
  );
}

interface FilterFieldProps {
  readonly name: Name;
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A filter that applies with Enter, or when the field is left. */
function FilterField({ name, label, placeholder, value, onChange }: FilterFieldProps): ReactNode {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const isValid = name !== 'trace_id' || /^([\da-f]{32})?$/i.test(typed.trim());
  const apply = (): void => {
    if (isValid && typed.trim() !== value) onChange(typed.trim());
  };
  return (
    <TextField
      label={label}
      type="search"
      placeholder={placeholder}
      maxLength={200}
      value={typed}
      onChange={setTyped}
      fault={isValid ? undefined : 'A trace ID has 32 hexadecimal digits.'}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
      }}
    />
  );
}
