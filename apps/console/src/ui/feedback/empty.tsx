import type { ReactNode } from 'react';
import classes from './empty.module.css';

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
      <p className={classes.title}>{title}</p>
      {text !== undefined && <p className={classes.text}>{text}</p>}
      {command !== undefined && (
        <pre className={classes.command} tabIndex={0} aria-label="Command">
          {command}
        </pre>
      )}
      {children !== undefined && <div className={classes.actions}>{children}</div>}
    </div>
  );
}
