import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from './class-names.js';
import classes from './text-area.module.css';

interface TextAreaProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  readonly fault?: string | undefined;
  readonly maxLength?: number;
  readonly rows?: number;
  readonly placeholder?: string;
  /** Shows a text for machines, such as JSON. */
  readonly isCode?: boolean;
  /** Done with Ctrl+Enter. */
  readonly onSubmit?: () => void;
}

/** A text of several lines with its label above it. */
export function TextArea({
  label,
  value,
  onChange,
  hint,
  fault,
  isCode = false,
  onSubmit,
  ...rest
}: TextAreaProps): ReactNode {
  const id = useId();
  const note = fault ?? hint;
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <textarea
        rows={3}
        {...rest}
        id={id}
        className={classNames(classes.area, isCode && classes.code)}
        value={value}
        spellCheck={!isCode}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit?.();
        }}
      />
      {note !== undefined && (
        <p id={`${id}-note`} className={fault === undefined ? classes.hint : classes.fault}>
          {note}
        </p>
      )}
    </div>
  );
}
