import { useId, type ReactNode } from 'react';
import classes from './inline-field.module.css';
import { useApplied } from './use-applied.js';

interface InlineFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly maxLength: number;
  /** Texts that are offered while the user types. */
  readonly examples?: readonly string[];
}

/** A text with its label beside it, which applies with Enter or when the field is left. */
export function InlineField({ label, value, onChange, examples = [], ...rest }: InlineFieldProps): ReactNode {
  const { typed, setTyped, ...events } = useApplied(value, onChange);
  const id = useId();
  return (
    <label className={classes.field}>
      {label}
      <input
        type="text"
        list={examples.length > 0 ? id : undefined}
        className={classes.input}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        {...events}
        {...rest}
      />
      {examples.length > 0 && (
        <datalist id={id}>
          {examples.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      )}
    </label>
  );
}
