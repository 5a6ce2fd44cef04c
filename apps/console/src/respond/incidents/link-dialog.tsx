import { useState, type ReactNode } from 'react';
import type { IncidentDetails } from '../../gen/api.js';
import { Segmented } from '../../ui/controls/segmented.js';
import { TextField } from '../../ui/controls/text-field.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import classes from '../parts/respond.module.css';
import type { LinkType } from './changes/actions.js';
import type { IncidentChange } from './changes/use-incident-change.js';

const TYPES: readonly { readonly value: LinkType; readonly label: string }[] = [
  { value: 'error_group', label: 'Issue' },
  { value: 'alert', label: 'Alert' },
  { value: 'anomaly', label: 'Anomaly' },
];

interface LinkDialogProps {
  readonly incident: IncidentDetails;
  readonly change: IncidentChange;
  readonly onClose: () => void;
}

/** Links an incident to what belongs to it. */
export function LinkDialog({ incident, change, onClose }: LinkDialogProps): ReactNode {
  const [type, setType] = useState<LinkType>('error_group');
  const [ref, setRef] = useState('');
  const [fault, setFault] = useState<string>();
  const onConfirm = (): void => {
    // The last part of an address is the ID of what it shows.
    const id = ref.trim().split(/[?#]/)[0]?.split('/').at(-1) ?? '';
    if (id === '') return setFault('Paste an ID or an address.');
    void change.run(incident, { kind: 'link', type, ref: id }, onClose);
  };
  // The reason of a refusal is shown instead, and what was typed comes back after it.
  if (change.refused) return null;
  return (
    <ConfirmDialog kind="primary" title="Link to the incident" action="Link" onConfirm={onConfirm} onClose={onClose}>
      <div className={classes.form}>
        <Segmented label="Kind" value={type} options={TYPES} onChange={setType} />
        <TextField label="ID or address" value={ref} onChange={setRef} fault={fault} maxLength={400} />
      </div>
    </ConfirmDialog>
  );
}
