import type { ReactNode } from 'react';
import { useGo } from '../../links/use-go.js';
import { Button } from '../../ui/controls/button.js';
import type { Update } from '../../url/use-search-state.js';
import type { TracesState } from '../fields.js';
import classes from './marked-traces.module.css';

interface MarkedTracesProps {
  readonly mark: readonly string[];
  readonly update: Update<TracesState>;
}

/** Offers to compare the traces that are marked; the first one is the one before. */
export function MarkedTraces({ mark, update }: MarkedTracesProps): ReactNode {
  const go = useGo();
  const [a, b] = mark;
  return (
    <div className={classes.marked} aria-live="polite">
      {a !== undefined && (
        <>
          <span>
            {b === undefined ? 'One trace is marked. Mark another one to compare them.' : 'Two traces are marked.'}
          </span>
          {b !== undefined && (
            <Button kind="primary" onClick={() => go({ to: 'traces/compare', search: { a, b } })}>
              Compare two
            </Button>
          )}
          <Button kind="quiet" onClick={() => update({ mark: [] }, { replace: true })}>
            Remove the marks
          </Button>
        </>
      )}
    </div>
  );
}
