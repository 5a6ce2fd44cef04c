import { useState, type ReactNode } from 'react';
import type { StackFrame } from '../../gen/api.js';
import { ScopeLink } from '../../links/scope-link.js';
import { useSession } from '../../session/session.js';
import { Icon } from '../../ui/controls/icon.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { formatPlace, toSourceLines } from './frames.js';
import classes from './stack.module.css';

interface FrameViewProps {
  readonly frame: StackFrame;
  readonly isOpen: boolean;
}

/** One call: its function and place, and the source around it where it is known. */
export function FrameView({ frame, isOpen }: FrameViewProps): ReactNode {
  const [isShown, setShown] = useState(isOpen);
  const { can } = useSession();
  const lines = toSourceLines(frame);
  const { symbolication } = frame;
  const isUnreadable = symbolication !== undefined && symbolication.status !== 'applied';
  const hasMore = lines.length > 0 || isUnreadable;
  const name = frame.function === '' ? frame.raw || '(anonymous)' : frame.function;
  const head = (
    <>
      <span className={classes.function}>
        <OutsideText text={name} limit={300} />
      </span>
      <span className={classes.place}>
        <OutsideText text={formatPlace(frame)} limit={300} />
      </span>
    </>
  );
  return (
    <li className={classes.frame} data-own={frame.in_app}>
      {hasMore ? (
        <button type="button" className={classes.head} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          <Icon name={isShown ? 'down' : 'right'} />
          {head}
        </button>
      ) : (
        <div className={classes.head}>
          <span className={classes.noArrow} />
          {head}
        </div>
      )}
      {isShown && isUnreadable && (
        <p className={classes.note}>
          {`Not readable: ${symbolication.reason}.`}
          {symbolication.tried.length > 0 && ` Looked for: ${symbolication.tried.join('; ')}.`}{' '}
          {can('releases:read') && <ScopeLink to="symbols">Show the symbol files</ScopeLink>}
        </p>
      )}
      {isShown && lines.length > 0 && (
        <pre className={classes.source} tabIndex={0} role="group" aria-label={`Source of ${name}`}>
          {lines.map(({ number, text, isCall }, nth) => (
            <span key={nth} className={classes.line} data-call={isCall}>
              <span className={classes.number} aria-hidden="true">
                {number}
              </span>
              <OutsideText text={text} limit={400} />
              {'\n'}
            </span>
          ))}
        </pre>
      )}
    </li>
  );
}
