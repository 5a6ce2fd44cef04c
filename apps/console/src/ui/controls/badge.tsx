import type { ReactNode } from 'react';
import classes from './badge.module.css';

export type Tone = 'danger' | 'warn' | 'ok' | 'info' | 'neutral';

/** A short state, such as a severity or a status. */
export function Badge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: Tone;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
