import type { ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import type { Cohort } from '../../gen/api.js';
import { formatCount } from '../../time/amounts.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import { OutsideText } from '../../ui/text/outside-text.js';

interface DeleteCohortDialogProps {
  readonly cohort: Cohort;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Deletes a cohort in the version that is shown; says what is lost. */
export function DeleteCohortDialog({ cohort, onClose, onDeleted }: DeleteCohortDialogProps): ReactNode {
  const remove = useApiChange('DELETE /analytics/cohorts/{cohort_id}', ['GET /analytics/cohorts']);
  const confirm = (): void =>
    remove.mutate(
      { path: { cohort_id: cohort.id }, query: { expected_version: cohort.version } },
      {
        onSuccess: () => {
          announce('Deleted the cohort.');
          onDeleted();
        },
      },
    );
  return (
    <ConfirmDialog
      title="Delete this cohort?"
      action="Delete the cohort"
      keep="Keep it"
      error={remove.error}
      isPending={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        <OutsideText text={cohort.name} /> and its list of {formatCount(cohort.count)} members are lost. The persons and
        their events stay. A cohort that a flag or another cohort refers to cannot be deleted.
      </p>
    </ConfirmDialog>
  );
}
