import { useRef, useState, type ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import { newIdempotencyKey } from '../../api/idempotency-key.js';
import { toSavedQuery } from '../../search/saved-query.js';
import { Button } from '../../ui/controls/button.js';
import { TextField } from '../../ui/controls/text-field.js';
import { announce } from '../../ui/feedback/announcements.js';
import { Dialog } from '../../ui/feedback/dialog.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import type { LogFilter } from '../log-query.js';

interface SaveDialogProps {
  readonly filter: LogFilter;
  readonly onClose: () => void;
}

/** Saves the filters of the search under a name; the range of time is not part of it. */
export function SaveDialog({ filter, onClose }: SaveDialogProps): ReactNode {
  const [name, setName] = useState('');
  // One key for each name, so that a request that is repeated creates nothing twice.
  const keys = useRef(new Map<string, string>());
  const create = useApiChange('POST /search/saved', ['GET /search/saved']);
  const save = (isShared: boolean): void => {
    const query = toSavedQuery(filter);
    const what = `${String(isShared)} ${name}`;
    const key = keys.current.get(what) ?? newIdempotencyKey();
    keys.current.set(what, key);
    const body = { name: name.trim(), signal: 'logs' as const, query, is_shared: isShared, idempotency_key: key };
    create.mutate(
      { body },
      {
        onSuccess: () => {
          announce('Saved the search.');
          onClose();
        },
      },
    );
  };
  const reason = name.trim() === '' ? 'Type a name first.' : undefined;
  return (
    <Dialog
      title="Save this search"
      onClose={onClose}
      actions={
        <>
          <Button disabledReason={reason} onClick={() => save(true)}>
            Save for the team
          </Button>
          <Button kind="primary" disabledReason={reason} onClick={() => save(false)}>
            Save for me
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        data-autofocus
        maxLength={200}
        hint="Query, levels, services and environments are saved, not the time range."
      />
      {create.error && <ErrorBox error={create.error} />}
    </Dialog>
  );
}
