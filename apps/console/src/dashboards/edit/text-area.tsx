import { useId, type ReactNode } from 'react';
import classes from './text-area.module.css';

interface TextAreaProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint: string;
  readonly fault?: string | undefined;
}

/** Several lines of text with their label above them. */
export function TextArea({ label, value, onChange, hint, fault }: TextAreaProps): ReactNode {
  const id = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <textarea
        id={id}
        className={classes.text}
        value={value}
        spellCheck={false}
        maxLength={20_000}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-note`} className={fault === undefined ? classes.hint : classes.fault}>
        {fault ?? hint}
      </p>
    </div>
  );
}
