import { useId, type ReactNode } from 'react';
import classes from './check-field.module.css';

interface CheckFieldProps {
  readonly label: string;
  readonly isChecked: boolean;
  readonly hint?: string;
  /** Why it cannot be changed. */
  readonly disabledReason?: string | undefined;
  readonly onChange: (isChecked: boolean) => void;
}

/** A setting that is on or off, with a sentence about it. */
export function CheckField({ label, isChecked, hint, disabledReason, onChange }: CheckFieldProps): ReactNode {
  const id = useId();
  return (
    <div>
      <label className={classes.check} title={disabledReason}>
        <input
          type="checkbox"
          checked={isChecked}
          disabled={disabledReason !== undefined}
          aria-describedby={hint === undefined ? undefined : id}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
      {hint !== undefined && (
        <p id={id} className={classes.note}>
          {hint}
        </p>
      )}
    </div>
  );
}
