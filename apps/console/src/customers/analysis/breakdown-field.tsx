import { useEffect, useId, useState, type ReactNode } from 'react';
import classes from './breakdown-field.module.css';

interface BreakdownFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const EXAMPLES = ['property.plan', 'person.plan', 'group.company', 'environment', 'service_name', 'release'];

/** Splits the figures by a value; it applies with Enter or when the field is left. */
export function BreakdownField({ value, onChange }: BreakdownFieldProps): ReactNode {
  const [typed, setTyped] = useState(value);
  const id = useId();
  useEffect(() => setTyped(value), [value]);
  const apply = (): void => {
    if (typed.trim() !== value) onChange(typed.trim());
  };
  return (
    <label className={classes.field}>
      <span className={classes.label}>Split by</span>
      <input
        type="text"
        list={id}
        className={classes.input}
        placeholder="property.name"
        value={typed}
        maxLength={600}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={apply}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply();
        }}
      />
      <datalist id={id}>
        {EXAMPLES.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </label>
  );
}
