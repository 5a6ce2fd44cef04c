import { useState, type ReactNode } from 'react';
import type { IncidentDetails } from '../../../gen/api.js';
import { TextArea } from '../../../ui/controls/text-area.js';
import { TextField } from '../../../ui/controls/text-field.js';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.js';
import classes from '../../parts/respond.module.css';
import { toEdit } from './actions.js';
import type { IncidentChange } from './use-incident-change.js';

interface EditDialogProps {
  readonly incident: IncidentDetails;
  readonly change: IncidentChange;
  readonly onClose: () => void;
}

/** Changes title and description of an incident. */
export function EditDialog({ incident, change, onClose }: EditDialogProps): ReactNode {
  // The text was typed for the version that was opened.
  const [base] = useState(incident);
  const [title, setTitle] = useState(incident.title);
  const [description, setDescription] = useState(incident.description);
  const onConfirm = (): void => {
    const edit = toEdit(base, { title, description });
    if (edit) void change.run(base, edit, onClose);
    else onClose();
  };
  // The reason of a refusal is shown instead, and what was typed comes back after it.
  if (change.refused) return null;
  return (
    <ConfirmDialog kind="primary" title="Edit the incident" action="Save" onConfirm={onConfirm} onClose={onClose}>
      <div className={classes.form}>
        <TextField label="Title" value={title} onChange={setTitle} maxLength={200} />
        <TextArea label="Description" value={description} onChange={setDescription} maxLength={10_000} rows={5} />
      </div>
    </ConfirmDialog>
  );
}
