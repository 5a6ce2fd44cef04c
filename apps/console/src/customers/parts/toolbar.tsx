import type { ReactNode } from 'react';
import classes from './toolbar.module.css';

/** The search, the choices and the buttons of a tab in one line, or more where it is narrow. */
export function Toolbar({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <div role="group" aria-label={label} className={classes.toolbar}>
      {children}
    </div>
  );
}

/** A sentence about what is shown. */
export function Note({ children }: { readonly children: ReactNode }): ReactNode {
  return <p className={classes.note}>{children}</p>;
}
