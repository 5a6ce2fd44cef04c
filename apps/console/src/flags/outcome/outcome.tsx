import type { ReactNode } from 'react';
import { missingScope } from '../../session/missing-scope.js';
import { useSession } from '../../session/session.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import classes from '../flag.module.css';
import { OneId } from './one-id.js';
import { OutcomeSummary } from './outcome-summary.js';
import { OutcomeTable } from './outcome-table.js';
import { useOutcomes, type OutcomeProps } from './use-outcomes.js';

/** Which value the persons who came last get and why, and the same for an ID that is typed. */
export function Outcome({ flagKey, definition, saved }: OutcomeProps): ReactNode {
  const { can } = useSession();
  const mayRead = can('persons:read');
  const { outcomes, notes, error, retry } = useOutcomes({ flagKey, definition, saved }, mayRead);
  if (!mayRead) return <p className={classes.note}>{missingScope('persons:read')}</p>;
  return (
    <>
      {error && <ErrorBox error={error} onRetry={retry} />}
      <div aria-live="polite">
        {outcomes && <OutcomeSummary outcomes={outcomes} isDraft={saved !== undefined} />}
        {notes.map((note) => (
          <p key={note} className={classes.note}>
            {note}
          </p>
        ))}
      </div>
      {outcomes?.length !== 0 && <OutcomeTable outcomes={outcomes} isDraft={saved !== undefined} />}
      <OneId flagKey={flagKey} definition={definition} />
    </>
  );
}
