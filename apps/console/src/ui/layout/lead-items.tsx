import type { ReactNode } from 'react';
import classes from './lead-items.module.css';

/** Links and facts beside each other under the title of a page. */
export function LeadItems({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className={classes.items}>{children}</span>;
}
