import type { ReactNode } from 'react';
import { SectionHeadingContext } from './section-heading.js';
import classes from './sheet.module.css';

/** The frame of details on a page of their own, which have the same look beside a list. */
export function Sheet({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <SectionHeadingContext value="h2">
      <div className={classes.sheet}>{children}</div>
    </SectionHeadingContext>
  );
}
