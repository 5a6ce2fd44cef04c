import type { ReactNode } from 'react';
import classes from './scroller.module.css';

/** The content of a tab that is longer than the window. */
export function Scroller({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={classes.scroller}>{children}</div>;
}
