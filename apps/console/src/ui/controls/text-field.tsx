import { useId, type InputHTMLAttributes, type ReactNode } from 'react';
import classes from './text-field.module.css';

interface TextFieldProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'className' | 'style' | 'onChange' | 'value'
> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: ReactNode;
  /** Error message about the value. */
  readonly fault?: string | undefined;
}

/** One line of text with its label above it. */
export function TextField({ label, value, onChange, hint, fault, ...rest }: TextFieldProps): ReactNode {
  const id = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <input
        type="text"
        {...rest}
        id={id}
        className={classes.input}
        value={value}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={hint !== undefined || fault !== undefined ? `${id}-note` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {(hint !== undefined || fault !== undefined) && (
        <p id={`${id}-note`} className={fault === undefined ? classes.hint : classes.fault}>
          {fault ?? hint}
        </p>
      )}
    </div>
  );
}
