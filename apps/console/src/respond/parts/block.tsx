import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/button.js';
import classes from './respond.module.css';

interface BlockProps {
  /** Its kind and position, such as `Layer 1`. */
  readonly name: string;
  readonly note?: string;
  readonly children: ReactNode;
  /** Absent for the first one, and where the order means nothing. */
  readonly onUp?: (() => void) | undefined;
  /** Absent for one that has to stay. */
  readonly onRemove?: (() => void) | undefined;
}

/** One of several parts of a form with fields of its own, which can be moved and removed. */
export function Block({ name, note, children, onUp, onRemove }: BlockProps): ReactNode {
  return (
    <div role="group" aria-label={name} className={classes.block}>
      <div className={classes.item}>
        <strong className={classes.nowrap}>{name}</strong>
        {note !== undefined && <span className={classes.note}>{note}</span>}
        <span className={classes.itemActions}>
          {onUp && (
            <Button kind="quiet" onClick={onUp} aria-label={`Move up ${name}`}>
              Move up
            </Button>
          )}
          {onRemove && <Button kind="quiet" icon="trash" aria-label={`Remove ${name}`} onClick={onRemove} />}
        </span>
      </div>
      {children}
    </div>
  );
}
