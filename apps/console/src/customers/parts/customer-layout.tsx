import type { ReactNode } from 'react';
import classes from './customer-layout.module.css';

/** A timeline with the facts beside it; they follow it in narrow windows. */
export function CustomerLayout({
  children,
  aside,
}: {
  readonly children: ReactNode;
  readonly aside: ReactNode;
}): ReactNode {
  return (
    <div className={classes.layout}>
      <div className={classes.main}>{children}</div>
      <div className={classes.aside}>{aside}</div>
    </div>
  );
}
