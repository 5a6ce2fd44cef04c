import type { ReactNode } from 'react';
import classes from './reasons.module.css';

export interface ReasonItem {
  readonly key: string;
  readonly name: ReactNode;
  /** Shown at the right of the name, such as a time or a state. */
  readonly aside?: ReactNode;
  readonly why: ReactNode;
}

/** Derived facts, each with a sentence that says why. */
export function Reasons({
  label,
  items,
}: {
  readonly label: string;
  readonly items: readonly ReasonItem[];
}): ReactNode {
  if (items.length === 0) return null;
  return (
    <ul aria-label={label} className={classes.list}>
      {items.map(({ key, name, aside, why }) => (
        <li key={key} className={classes.item}>
          <span className={classes.name}>{name}</span>
          <span className={classes.aside}>{aside}</span>
          <span className={classes.why}>{why}</span>
        </li>
      ))}
    </ul>
  );
}
