import { useRef, useState, type ReactNode } from 'react';
import { useApiChange } from '../api/hooks.js';
import { newIdempotencyKey } from '../api/idempotency-key.js';
import type { SavedSearch } from '../gen/api.js';
import { TextField } from '../ui/controls/text-field.js';
import { announce } from '../ui/feedback/announcements.js';
import { ConfirmDialog } from '../ui/feedback/confirm-dialog.js';
import { SEARCH_READS } from './search-reads.js';

interface DuplicateSearchDialogProps {
  readonly search: SavedSearch;
  readonly onCopied: (id: string) => void;
  readonly onClose: () => void;
}

const MAX_NAME = 200;

/** Copies a search for its user alone, and opens the copy. */
export function DuplicateSearchDialog({ search, onCopied, onClose }: DuplicateSearchDialogProps): ReactNode {
  const [name, setName] = useState(`${search.name} (copy)`.slice(0, MAX_NAME));
  // One key for each name and version, so that a request that is repeated makes one copy.
  const keys = useRef(new Map<string, string>());
  const duplicate = useApiChange('POST /search/saved/{search_id}/duplicate', SEARCH_READS);
  const onConfirm = (): void => {
    const what = `${search.version} ${name.trim()}`;
    const key = keys.current.get(what) ?? newIdempotencyKey();
    keys.current.set(what, key);
    const body = { name: name.trim(), expected_version: search.version, idempotency_key: key };
    const onSuccess = ({ id }: SavedSearch): void => {
      announce('Copied the search.');
      onClose();
      onCopied(id);
    };
    duplicate.mutate({ path: { search_id: search.id }, body }, { onSuccess });
  };
  return (
    <ConfirmDialog
      kind="primary"
      title="Duplicate the search?"
      action="Duplicate"
      error={duplicate.error}
      isPending={duplicate.isPending}
      disabledReason={name.trim() === '' ? 'The copy needs a name.' : undefined}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <TextField
        label="Name of the copy"
        value={name}
        maxLength={MAX_NAME}
        hint="The copy is yours, and nobody else sees it until you share it."
        onChange={setName}
      />
    </ConfirmDialog>
  );
}
