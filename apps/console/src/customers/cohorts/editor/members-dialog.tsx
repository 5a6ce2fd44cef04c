import { useEffect, useState, type ReactNode } from 'react';
import { useApiChange, useApiPages } from '../../../api/hooks.js';
import type { Cohort } from '../../../gen/api.js';
import { formatCount } from '../../../time/amounts.js';
import { Button } from '../../../ui/controls/button.js';
import { TextArea } from '../../../ui/controls/text-area.js';
import { announce } from '../../../ui/feedback/announcements.js';
import { Dialog } from '../../../ui/feedback/dialog.js';
import { ErrorBox } from '../../../ui/feedback/error-box.js';
import classes from '../../conditions/conditions.module.css';
import { Note } from '../../parts/toolbar.js';
import { readMembers } from './cohort-draft.js';
import { compareMembers } from './compare-members.js';
import { COHORT_READS } from './use-save-cohort.js';

interface MembersDialogProps {
  /** A static cohort as it is read now. */
  readonly cohort: Cohort;
  readonly onClose: () => void;
}

const PAGE = 1000;
const MOST = 10_000;

/** Replaces the list of a static cohort, and says who is added and removed. */
export function MembersDialog({ cohort, onClose }: MembersDialogProps): ReactNode {
  const [generation, setGeneration] = useState(cohort.generation);
  const [typed, setTyped] = useState<string>();
  const path = { cohort_id: cohort.id };
  const pages = useApiPages(
    'GET /analytics/cohorts/{cohort_id}/members',
    { path, query: { limit: PAGE, generation } },
    { keepsPrevious: false },
  );
  const { data, error, hasNextPage, isFetching, fetchNextPage } = pages;
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage();
  }, [hasNextPage, isFetching, error, fetchNextPage]);
  const isRead = data !== undefined && !hasNextPage;
  const before = data?.pages.flatMap(({ members }) => members.map(({ distinct_id: id }) => id)) ?? [];
  const text = typed ?? (isRead ? before.join('\n') : '');
  const after = readMembers(text);
  const { added, removed } = compareMembers(before, after);
  const replace = useApiChange('PUT /analytics/cohorts/{cohort_id}/members', COHORT_READS);
  // The cohort is read again after a conflict.
  const hasChanged = replace.error?.code === 'version_conflict' && cohort.generation !== generation;
  const isSame = added === 0 && removed === 0;
  const fault = after.length > MOST ? 'There can be at most 10,000 members.' : undefined;
  const reason = !isRead
    ? 'The list is being read.'
    : (fault ?? (isSame ? 'Nothing has changed.' : replace.isPending ? 'Saving…' : undefined));
  const onSave = (): void => {
    const onSuccess = (): void => {
      announce(`Saved the members: ${added} added, ${removed} removed.`);
      onClose();
    };
    replace.mutate({ path, body: { members: after, expected_generation: generation } }, { onSuccess });
  };
  return (
    <Dialog
      title="Edit the members"
      isHeld
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabledReason={reason} onClick={onSave}>
            Replace the list
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        <TextArea
          label="Members"
          rows={12}
          isCode
          value={text}
          hint="One distinct ID or person ID in each line. An ID that was never seen becomes a person."
          fault={fault}
          onChange={setTyped}
        />
        <Note>
          {isRead &&
            `${formatCount(after.length)} members: ${formatCount(added)} added, ${formatCount(removed)} removed. Flags with this cohort use the new list within a minute.`}
        </Note>
        {error && <ErrorBox error={error} onRetry={() => void pages.refetch()} />}
        {replace.error && !hasChanged && <ErrorBox error={replace.error} />}
        {hasChanged && (
          <div role="alert">
            <p>
              {`Someone else has replaced the list since you opened it: it is build ${cohort.generation} with ${formatCount(cohort.count)} members now. Nothing of yours was saved.`}
            </p>
            <div className={classes.buttons}>
              <Button
                onClick={() => {
                  replace.reset();
                  setGeneration(cohort.generation);
                }}
              >
                Compare mine with it
              </Button>
              <Button
                onClick={() => {
                  replace.reset();
                  setTyped(undefined);
                  setGeneration(cohort.generation);
                }}
              >
                Discard mine
              </Button>
            </div>
          </div>
        )}
      </div>
    </Dialog>
  );
}
