import type { ReactNode } from 'react';
import { OutsideText } from '../text/outside-text.js';
import classes from './empty.module.css';

/** UTF-16 units that are shown. */
const [MAX_TITLE, MAX_TEXT] = [300, 2000];

interface EmptyProps {
  readonly title: string;
  /** One sentence: what belongs here, or which range and filters were searched. */
  readonly text?: ReactNode;
  /** The one command that makes what belongs here. */
  readonly command?: string;
  /** Buttons and links that lead on. */
  readonly children?: ReactNode;
}

/** Says what a place is for while it has nothing to show, and teaches the first step. */
export function Empty({ title, text, command, children }: EmptyProps): ReactNode {
  return (
    <div className={classes.empty}>
      <p className={classes.title}>
        <OutsideText text={title} limit={MAX_TITLE} />
      </p>
      {text !== undefined && (
        <p className={classes.text}>{typeof text === 'string' ? <OutsideText text={text} limit={MAX_TEXT} /> : text}</p>
      )}
      {command !== undefined && (
        <pre className={classes.command} tabIndex={0} aria-label="Command">
          <OutsideText text={command} />
        </pre>
      )}
      {children !== undefined && <div className={classes.actions}>{children}</div>}
    </div>
  );
}
