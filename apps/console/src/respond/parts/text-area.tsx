import { useId, type ReactNode } from 'react';
import classes from './text-area.module.css';

interface TextAreaProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly maxLength?: number;
  readonly rows?: number;
  readonly placeholder?: string;
  /** Done with Ctrl+Enter. */
  readonly onSubmit?: () => void;
}

/** A text of several lines with its label above it. */
export function TextArea({
  label,
  value,
  onChange,
  maxLength,
  rows = 3,
  placeholder,
  onSubmit,
}: TextAreaProps): ReactNode {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <textarea
        id={id}
        className={classes.area}
        value={value}
        rows={rows}
        maxLength={maxLength}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit?.();
        }}
      />
    </div>
  );
}
