import type { ReactNode } from 'react';
import { formatCount } from '../time/format.js';
import { Button } from '../ui/controls/button.js';
import classes from './with-new-rows.module.css';

interface WithNewRowsProps {
  /** Rows that wait because the list is held. */
  readonly count: number;
  /** The end of the list at which new rows appear. */
  readonly at: 'start' | 'end';
  readonly onShow: () => void;
  /** The list. */
  readonly children: ReactNode;
}

/** A list that is followed, with a button over it that shows how many rows wait and shows them. */
export function WithNewRows({ count, at, onShow, children }: WithNewRowsProps): ReactNode {
  return (
    <div className={classes.frame}>
      {children}
      {count > 0 && (
        <div className={classes.jump} data-at={at}>
          <Button kind="primary" {...(at === 'end' && { icon: 'down' as const })} onClick={onShow}>
            {`${formatCount(count)} new`}
          </Button>
        </div>
      )}
    </div>
  );
}
