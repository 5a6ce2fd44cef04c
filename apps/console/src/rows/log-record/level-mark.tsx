import type { ReactNode } from 'react';
import classes from './level-mark.module.css';

/** The level of a record: a colour and its name. */
export function LevelMark({ level }: { readonly level: string | undefined }): ReactNode {
  const name = level ?? 'none';
  return (
    <span className={classes.level} data-level={name}>
      {name}
    </span>
  );
}
