import { useState, type ReactNode } from 'react';
import type { ErrorException, StackFrame } from '../../gen/api.js';
import { Icon } from '../../ui/controls/icon.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { FrameView } from './frame-view.js';
import { describeRelation, findFirstOwn, toRuns } from './frames.js';
import classes from './stack.module.css';

interface ExceptionViewProps {
  readonly exception: ErrorException;
  /** Shows the frames of libraries too. */
  readonly isWhole: boolean;
}

/** An exception with its stack; the call that threw it comes first. */
export function ExceptionView({ exception, isWhole }: ExceptionViewProps): ReactNode {
  const { type, message, frames } = exception;
  const relation = describeRelation(exception);
  const first = findFirstOwn(frames);
  return (
    <section className={classes.exception} aria-label={`${relation ?? 'Thrown'}: ${type}`}>
      <p className={classes.message}>
        {relation !== undefined && <span className={classes.relation}>{relation} </span>}
        <strong>
          <OutsideText text={type} limit={200} />
        </strong>
        {message !== '' && ': '}
        <OutsideText text={message} limit={2000} />
      </p>
      {frames.length === 0 ? (
        <p className={classes.note}>It was sent without a stack.</p>
      ) : (
        <ol className={classes.frames} aria-label="Stack">
          {toRuns(frames).map((run) =>
            run.kind === 'own' ? (
              <FrameView key={run.index} frame={run.frame} isOpen={run.index === first} />
            ) : (
              <LibraryFrames key={`${run.index} ${isWhole}`} frames={run.frames} isOpen={isWhole || first < 0} />
            ),
          )}
        </ol>
      )}
    </section>
  );
}

interface LibraryFramesProps {
  readonly frames: readonly StackFrame[];
  readonly isOpen: boolean;
}

function LibraryFrames({ frames, isOpen }: LibraryFramesProps): ReactNode {
  const [isShown, setShown] = useState(isOpen);
  if (isShown) return frames.map((frame, nth) => <FrameView key={nth} frame={frame} isOpen={false} />);
  return (
    <li className={classes.frame}>
      <button type="button" className={classes.head} aria-expanded={false} onClick={() => setShown(true)}>
        <Icon name="right" />
        <span className={classes.library}>
          {frames.length === 1 ? '1 frame of a library' : `${frames.length} frames of libraries`}
        </span>
      </button>
    </li>
  );
}
