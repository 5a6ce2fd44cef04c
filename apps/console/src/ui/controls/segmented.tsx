import type { ReactNode } from 'react';
import classes from './segmented.module.css';
import type { Option } from './select.js';

interface SegmentedProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly Option<T>[];
  readonly onChange: (value: T) => void;
}

/** Chooses one of few views. */
export function Segmented<T extends string>({ label, value, options, onChange }: SegmentedProps<T>): ReactNode {
  return (
    <div role="group" aria-label={label} className={classes.group}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          className={classes.option}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
