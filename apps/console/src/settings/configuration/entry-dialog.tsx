import { useState, type ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import { Conflict } from '../../drafts/conflict.js';
import { toDifferences } from '../../drafts/differences.js';
import { useEdit } from '../../drafts/use-edit.js';
import type { ConfigEntry } from '../../gen/api.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import classes from '../settings.module.css';
import {
  readValue,
  refuseKey,
  refuseType,
  toEntryDraft,
  toLabels,
  toNewEntry,
  type SavedEntry,
} from './entry-draft.js';
import { EntryForm } from './entry-form.js';

interface EntryDialogProps {
  /** Empty for a key that is to be typed. */
  readonly entryKey: string;
  /** The entry as it is now; none before it is saved, or after someone else has deleted it. */
  readonly entry: ConfigEntry | undefined;
  readonly taken: readonly string[];
  readonly onClose: () => void;
}

/** Makes or changes an entry. The value of a stored secret is never read, only replaced. */
export function EntryDialog({ entryKey, entry, taken, onClose }: EntryDialogProps): ReactNode {
  const [opened] = useState(entry);
  const { mutate, error, isPending, reset } = useApiChange('PUT /settings/config/{entry}', ['GET /settings/config']);
  const saved: SavedEntry = entry ?? toNewEntry(entryKey);
  const edit = useEdit(saved, toEntryDraft, error);
  const { draft, change, isChanged, isConflict, version } = edit;
  const isNew = opened === undefined;
  const read = readValue(draft);
  const faults = {
    key: isNew ? refuseKey(draft.key, taken) : undefined,
    type: refuseType(draft),
    text: 'fault' in read ? read.fault : undefined,
  };
  const fault = faults.key ?? faults.type ?? faults.text;
  const reason = !isNew && !isChanged ? 'Nothing was changed.' : fault;
  const onSave = (): void => {
    if (!('value' in read)) return;
    const key = draft.key.trim();
    const body = {
      config_type: draft.type,
      config_value: read.value,
      ...(version !== undefined && { expected_version: version }),
    };
    const onSuccess = (): void => {
      announce(`Saved ${key}`);
      onClose();
    };
    mutate({ path: { entry: key }, body }, { onSuccess });
  };
  const now = toEntryDraft(saved);
  return (
    <ConfirmDialog
      title={isNew ? 'New entry' : 'Edit the entry'}
      action="Save"
      kind="primary"
      error={isConflict ? null : error}
      isPending={isPending}
      disabledReason={reason}
      onConfirm={onSave}
      onClose={onClose}
    >
      <div className={classes.form}>
        <EntryForm
          draft={draft}
          isNew={isNew}
          faults={{
            ...faults,
            ...(draft.key === '' && { key: undefined }),
            ...(draft.text === '' && { text: undefined }),
          }}
          onChange={change}
        />
        {isConflict && (
          <Conflict
            operation={entry ? 'settings.config_set' : 'settings.config_delete'}
            {...(opened && { about: entry ? opened.key : opened.id })}
            differences={toDifferences(now, draft, toLabels(now, draft))}
            onTake={() => {
              edit.load(saved);
              reset();
            }}
          />
        )}
      </div>
    </ConfirmDialog>
  );
}
