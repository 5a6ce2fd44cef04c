import type { ReactNode } from 'react';
import classes from './notes.module.css';

/** Says what was left out or estimated, one sentence each. */
export function Notes({ notes }: { readonly notes: readonly (string | false | undefined)[] }): ReactNode {
  const shown = notes.filter((note) => note !== false && note !== undefined);
  if (shown.length === 0) return null;
  return (
    <ul aria-label="Notes" className={classes.notes}>
      {shown.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
