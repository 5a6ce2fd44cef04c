import type { ReactNode } from 'react';
import { ApiError } from '../../api/api-error.js';
import { Button } from '../../ui/controls/button.js';
import { explainError } from '../../ui/feedback/explain-error.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from './widget-content.module.css';

/** Why one widget has no data; the others have theirs. */
export function WidgetFault({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }): ReactNode {
  const { title, why, next } = explainError(error);
  const requestId = error instanceof ApiError ? error.details.requestId : undefined;
  return (
    <div role="alert" className={classes.fault}>
      <p className={classes.faultTitle}>{title}</p>
      <p>
        <OutsideText text={why} /> {next}
      </p>
      <Button onClick={onRetry}>Try again</Button>
      {requestId !== undefined && (
        <p className={classes.note}>
          Request <code>{requestId}</code>
        </p>
      )}
    </div>
  );
}
