import { useState, type ReactNode } from 'react';
import { useApiChange } from '../api/hooks.js';
import { ConflictDialog } from '../drafts/conflict-dialog.js';
import type { SavedSearch } from '../gen/api.js';
import { Button } from '../ui/controls/button.js';
import { Select } from '../ui/controls/select.js';
import { TextArea } from '../ui/controls/text-area.js';
import { TextField } from '../ui/controls/text-field.js';
import { announce } from '../ui/feedback/announcements.js';
import { Dialog } from '../ui/feedback/dialog.js';
import { ErrorBox } from '../ui/feedback/error-box.js';
import { compareSearches, readSearch, toSearchChanges, toSearchDraft, type SearchDraft } from './search-draft.js';
import { SEARCH_READS } from './search-reads.js';
import classes from './searches.module.css';

const VISIBILITIES = [
  { value: 'private', label: 'Its owner alone' },
  { value: 'shared', label: 'The members of the project' },
] as const;

interface EditSearchDialogProps {
  /** The search as it is read now. */
  readonly search: SavedSearch;
  readonly onClose: () => void;
}

/** Renames a search, and changes its query and who sees it. */
export function EditSearchDialog({ search, onClose }: EditSearchDialogProps): ReactNode {
  // The page may read a later version while the form is open.
  const [base] = useState(search);
  const [draft, setDraft] = useState<SearchDraft>(() => toSearchDraft(base));
  const update = useApiChange('PATCH /search/saved/{search_id}', SEARCH_READS);
  const change = (part: Partial<SearchDraft>): void => setDraft({ ...draft, ...part });
  const { fault } = readSearch(draft);
  const save = (version: number): void => {
    const changes = toSearchChanges(base, draft);
    if (Object.keys(changes).length === 0) return onClose();
    const onSuccess = (): void => {
      announce('Saved the search.');
      onClose();
    };
    update.mutate({ path: { search_id: base.id }, body: { ...changes, expected_version: version } }, { onSuccess });
  };
  const { error, isPending } = update;
  const hasConflict = error?.code === 'version_conflict' && search.version !== base.version;
  const missing = draft.name.trim() === '' ? 'Type a name first.' : undefined;
  const reason = missing ?? (fault === undefined ? undefined : 'Correct the parameters first.');
  return (
    <Dialog
      title="Edit the search"
      isWide
      isHeld
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            disabledReason={reason ?? (isPending ? 'It is being saved.' : undefined)}
            onClick={() => save(base.version)}
          >
            Save
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        <TextField
          label="Name"
          value={draft.name}
          maxLength={200}
          data-autofocus
          onChange={(name) => change({ name })}
        />
        <TextField label="Query" value={draft.q} onChange={(q) => change({ q })} />
        <TextArea
          label="Other parameters"
          isCode
          rows={6}
          value={draft.others}
          fault={fault}
          hint="JSON with the parameters of the list that it searches."
          onChange={(others) => change({ others })}
        />
        <Select
          label="Visible to"
          showsLabel
          value={draft.isShared ? 'shared' : 'private'}
          options={VISIBILITIES}
          onChange={(value) => change({ isShared: value === 'shared' })}
        />
        {error && !hasConflict && <ErrorBox error={error} />}
      </div>
      {hasConflict && (
        <ConflictDialog
          what="search"
          differences={compareSearches(base, search, draft)}
          changedAt={search.updated_at}
          onDiscard={onClose}
          onOverwrite={() => save(search.version)}
          onClose={update.reset}
        />
      )}
    </Dialog>
  );
}
