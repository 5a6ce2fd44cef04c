import type { ReactNode } from 'react';
import { ApiError } from '../../api/api-error.js';
import { Button } from '../controls/button.js';
import { OutsideText } from '../text/outside-text.js';
import classes from './error-box.module.css';
import { explainError } from './explain-error.js';

interface ErrorBoxProps {
  readonly error: Error;
  readonly onRetry?: (() => void) | undefined;
  /** The parameter at which the user can correct the request, if the page has it. */
  readonly children?: ReactNode;
}

/** Says what went wrong, why, and what to do next, with the ID under which the service has logged the request. */
export function ErrorBox({ error, onRetry, children }: ErrorBoxProps): ReactNode {
  const { title, why, next } = explainError(error);
  const requestId = error instanceof ApiError ? error.details.requestId : undefined;
  return (
    <div role="alert" className={classes.box}>
      <p className={classes.title}>{title}</p>
      <p>
        <OutsideText text={why} />
      </p>
      <p className={classes.next}>{next}</p>
      {children}
      <div className={classes.foot}>
        {onRetry && <Button onClick={onRetry}>Try again</Button>}
        {requestId !== undefined && (
          <span>
            Request <code>{requestId}</code>
          </span>
        )}
      </div>
    </div>
  );
}
