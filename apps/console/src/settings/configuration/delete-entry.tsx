import type { ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import type { ConfigEntry } from '../../gen/api.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import classes from '../settings.module.css';
import { EntryValue } from './entry-value.js';
import { findOption } from './options.js';

interface DeleteEntryProps {
  readonly entry: ConfigEntry;
  readonly onClose: () => void;
}

/** Asks before an entry is deleted, and shows the value that is lost. */
export function DeleteEntry({ entry, onClose }: DeleteEntryProps): ReactNode {
  const { id, key, version } = entry;
  const { mutate, error, isPending } = useApiChange('DELETE /settings/config/{entry}', ['GET /settings/config']);
  const option = findOption(key);
  const onConfirm = (): void => {
    const onSuccess = (): void => {
      announce(`Deleted ${key}`);
      onClose();
    };
    mutate({ path: { entry: id }, query: { expected_version: version } }, { onSuccess });
  };
  return (
    <ConfirmDialog
      title="Delete this entry?"
      action="Delete"
      error={error}
      isPending={isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <div className={classes.form}>
        <p>
          {'This value of '}
          <code>{key}</code>
          {' is deleted, and cannot be had back:'}
        </p>
        <EntryValue entry={entry} />
        <p className={classes.note}>
          {option
            ? `The service reads this entry. Without it, this holds: ${option.unset}.`
            : 'Programs that read it get 404 not_found from then on.'}
        </p>
      </div>
    </ConfirmDialog>
  );
}
