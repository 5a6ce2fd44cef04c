import { useMemo, useState, type ReactNode } from 'react';
import { useApi, useApiChange } from '../../api/hooks.js';
import { newIdempotencyKey } from '../../api/idempotency-key.js';
import { useGo } from '../../links/use-go.js';
import { useSession } from '../../session/session.js';
import { Select } from '../../ui/controls/select.js';
import { TextArea } from '../../ui/controls/text-area.js';
import { TextField } from '../../ui/controls/text-field.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import classes from '../parts/respond.module.css';
import { SEVERITIES } from './incidents-query.js';

/** Opens an incident by hand. */
export function NewIncidentDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const go = useGo();
  const { can } = useSession();
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const [severity, setSeverity] = useState('3');
  const [policy, setPolicy] = useState('');
  const { data } = useApi('GET /escalation-policies', {}, { enabled: can('escalation:read') });
  const create = useApiChange('POST /incidents', ['GET /incidents']);
  // The same key for each attempt with the same values, so that a repeated one opens no second incident.
  const key = useMemo(newIdempotencyKey, [title, description, severity, policy]);
  const onConfirm = (): void => {
    const body = {
      title: title.trim(),
      description,
      severity: Number(severity),
      idempotency_key: key,
      ...(policy !== '' && { escalation_policy_id: policy }),
    };
    const onSuccess = ({ id, number }: { readonly id: string; readonly number: string }): void => {
      announce(`Opened ${number}.`);
      go({ to: `respond/incidents/${id}` });
    };
    create.mutate({ body }, { onSuccess });
  };
  const policies = (data?.escalation_policies ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <ConfirmDialog
      kind="primary"
      title="Open an incident"
      action="Open"
      error={create.error}
      isPending={create.isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <div className={classes.form}>
        <TextField label="Title" value={title} onChange={setTitle} maxLength={200} />
        <TextArea label="Description" value={description} onChange={setDescription} maxLength={10_000} />
        <Select
          label="Severity"
          showsLabel
          value={severity}
          options={SEVERITIES.map((value) => ({ value, label: value === '1' ? '1 (highest)' : value }))}
          onChange={setSeverity}
        />
        <Select
          label="Page by"
          showsLabel
          value={policy}
          options={[{ value: '', label: 'Nobody' }, ...policies]}
          onChange={setPolicy}
        />
      </div>
    </ConfirmDialog>
  );
}
