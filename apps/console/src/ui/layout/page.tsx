import { useEffect, type ReactNode } from 'react';
import { toPlainText } from '../../text/segments.js';
import { OutsideText } from '../text/outside-text.js';
import classes from './page.module.css';

/** Characters of a heading. */
const MAX_TITLE = 300;

interface PageProps {
  readonly title: string;
  /** A sentence under the title, or facts about what the page shows. */
  readonly lead?: ReactNode;
  /** Buttons at the right of the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** The content fills the window and scrolls by itself. */
  readonly fills?: boolean;
}

/** A page with its heading, which is also the title of the tab. */
export function Page({ title, lead, actions, children, fills = false }: PageProps): ReactNode {
  useEffect(() => {
    document.title = `${toPlainText(title)} · svc`;
  }, [title]);
  return (
    <div className={fills ? classes.filling : classes.page}>
      <header className={classes.head}>
        <div className={classes.heading}>
          <h1>
            <OutsideText text={title} limit={MAX_TITLE} />
          </h1>
          {lead !== undefined && <div className={classes.lead}>{lead}</div>}
        </div>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
