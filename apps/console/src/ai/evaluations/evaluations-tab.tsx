import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { EvalForm } from './eval-form.js';
import classes from './evaluations-tab.module.css';

/** How runs are evaluated, and which models get something of the project. */
export function EvaluationsTab(): ReactNode {
  const { data, error, refetch } = useApi('GET /evals/config', {});
  return (
    <div className={classes.tab} tabIndex={0} role="group" aria-label="Evaluations">
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {data && <EvalForm config={data} />}
    </div>
  );
}
