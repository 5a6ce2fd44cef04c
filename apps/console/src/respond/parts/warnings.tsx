import type { ReactNode } from 'react';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from './respond.module.css';

/** Sentences of the service about what does not work as meant, such as receivers that nobody reaches. */
export function Warnings({ texts }: { readonly texts: readonly string[] }): ReactNode {
  if (texts.length === 0) return null;
  return (
    <ul aria-label="Warnings" className={classes.form}>
      {texts.map((text) => (
        <li key={text} className={classes.warning}>
          <OutsideText text={text} limit={500} />
        </li>
      ))}
    </ul>
  );
}
