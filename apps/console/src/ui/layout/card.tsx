import { useId, type ReactNode } from 'react';
import { OutsideText } from '../text/outside-text.js';
import classes from './card.module.css';

/** UTF-16 units of a heading that are shown. */
const MAX_TITLE = 300;

interface CardProps {
  readonly title: string;
  /** Shown at the right of the title, such as a link to all. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page with a frame and a heading. */
export function Card({ title, aside, children }: CardProps): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.card}>
      <header className={classes.head}>
        <h2 id={id} className={classes.title}>
          <OutsideText text={title} limit={MAX_TITLE} />
        </h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

/** Cards beside each other, as many as fit. */
export function Cards({
  children,
  minWidth = 360,
}: {
  readonly children: ReactNode;
  readonly minWidth?: number;
}): ReactNode {
  return (
    <div
      className={classes.cards}
      style={{ gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, ${minWidth}px), 1fr))` }}
    >
      {children}
    </div>
  );
}
