import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { useDebounced } from '../../api/use-debounced.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { sorted, type Json } from '../conditions/condition-draft.js';
import classes from '../conditions/conditions.module.css';
import { Note } from '../parts/toolbar.js';
import { SegmentMembers } from './segment-members.js';

interface DraftMembersProps {
  readonly groupType: string;
  readonly filters: readonly Json[];
  /** Whether the draft has no mistake that the form knows of. */
  readonly isReady: boolean;
}

/** Milliseconds without a key after which the draft is evaluated. */
const PAUSE_MS = 400;

/** The accounts that a segment would have now, before it is saved. */
export function DraftMembers({ groupType, filters, isReady }: DraftMembersProps): ReactNode {
  // The text, because each reading of the form makes another object.
  const text = useDebounced(isReady ? sorted({ group_type: groupType.trim(), filters }) : '', PAUSE_MS);
  const isEvaluated = text !== '';
  const body = (isEvaluated ? JSON.parse(text) : { group_type: '', filters: [] }) as {
    readonly group_type: string;
    readonly filters: readonly Json[];
  };
  const { data, error } = useApi(
    'POST /account-segments/preview',
    { body },
    { enabled: isEvaluated, keepsPrevious: false },
  );
  return (
    <section aria-label="Preview" aria-live="polite" className={classes.preview}>
      {!isEvaluated && <Note>Accounts are shown here once the conditions are complete.</Note>}
      {isEvaluated && error && <ErrorBox error={error} />}
      {isEvaluated && data && <SegmentMembers found={data} />}
    </section>
  );
}
