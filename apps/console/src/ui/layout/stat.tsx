import type { ReactNode } from 'react';
import classes from './stat.module.css';

interface StatProps {
  readonly label: string;
  /** Undefined while it is not known. */
  readonly value: string | undefined;
  /** Describes the value in a few words. */
  readonly note?: ReactNode;
  readonly tone?: 'danger' | 'warn' | undefined;
}

/** One figure with its name. */
export function Stat({ label, value, note, tone }: StatProps): ReactNode {
  return (
    <div className={classes.stat}>
      <p className={classes.label}>{label}</p>
      <p className={classes.value} data-tone={tone}>
        {value ?? '–'}
      </p>
      <p className={classes.note}>{note}</p>
    </div>
  );
}
