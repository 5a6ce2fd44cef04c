import { useState, type ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import type { Person } from '../../gen/api.js';
import { useGo } from '../../links/use-go.js';
import { formatCount } from '../../time/amounts.js';
import { TextField } from '../../ui/controls/text-field.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from '../conditions/conditions.module.css';

interface EraseDialogProps {
  readonly person: Person;
  readonly onClose: () => void;
}

/** Erases a person permanently once its ID has been typed. */
export function EraseDialog({ person, onClose }: EraseDialogProps): ReactNode {
  const { id, distinct_id: name, distinct_ids: ids } = person;
  const [typed, setTyped] = useState('');
  const go = useGo();
  // The answers about a person that no longer exists are not requested again.
  const erase = useApiChange('DELETE /persons/{person_id}', ['GET /persons', 'GET /events']);
  const confirm = (): void =>
    erase.mutate(
      { path: { person_id: id } },
      {
        onSuccess: () => {
          announce('Erased the person.');
          go({ to: 'customers' });
        },
      },
    );
  const count = ids.length === 1 ? 'its ID' : `one of its ${formatCount(ids.length)} IDs`;
  return (
    <ConfirmDialog
      title="Erase this person?"
      action="Erase permanently"
      keep="Keep it"
      error={erase.error}
      isPending={erase.isPending}
      disabledReason={typed.trim() === name ? undefined : 'Type the ID of the person first.'}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div className={classes.form}>
        <p>
          The properties and links of <OutsideText text={name} /> are erased, and all events, log records and spans with{' '}
          {count}. No one can bring them back. Anonymous counts stay, and later data with these IDs makes a new person.
        </p>
        <p>
          It waits for data that was accepted before. If it does not finish in time, it goes on in the background, and
          svc projects get says when it is over.
        </p>
        <TextField
          label={`Type ${name} to confirm`}
          value={typed}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          onChange={setTyped}
        />
      </div>
    </ConfirmDialog>
  );
}
