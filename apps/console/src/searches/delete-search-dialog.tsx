import { useState, type ReactNode } from 'react';
import { useApiChange } from '../api/hooks.js';
import type { SavedSearch } from '../gen/api.js';
import { announce } from '../ui/feedback/announcements.js';
import { ConfirmDialog } from '../ui/feedback/confirm-dialog.js';
import { OutsideText } from '../ui/text/outside-text.js';

interface DeleteSearchDialogProps {
  readonly search: SavedSearch;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** Deletes a search in the version that was shown; says what is lost. */
export function DeleteSearchDialog({ search, onDeleted, onClose }: DeleteSearchDialogProps): ReactNode {
  const [seen, setSeen] = useState(search);
  const remove = useApiChange('DELETE /search/saved/{search_id}', ['GET /search/saved']);
  const hasChanged = remove.error?.code === 'version_conflict' && search.version !== seen.version;
  const onConfirm = (): void => {
    const { version } = hasChanged ? search : seen;
    if (hasChanged) setSeen(search);
    const input = { path: { search_id: search.id }, query: { expected_version: version } };
    const onSuccess = (): void => {
      announce('Deleted the search.');
      onClose();
      onDeleted();
    };
    remove.mutate(input, { onSuccess });
  };
  return (
    <ConfirmDialog
      title="Delete the search?"
      action="Delete"
      error={hasChanged ? null : remove.error}
      isPending={remove.isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <OutsideText text={search.name} limit={200} /> is lost
        {search.is_shared ? ' for all members of the project' : ''}. Alert rules that were made from it keep its query.
      </p>
      {hasChanged && (
        <p role="alert">It was not deleted, because it has changed meanwhile. Delete it as it is now, or keep it.</p>
      )}
    </ConfirmDialog>
  );
}
