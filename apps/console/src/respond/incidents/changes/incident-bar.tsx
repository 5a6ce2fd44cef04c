import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { IncidentDetails } from '../../../gen/api.js';
import { useKeys } from '../../../keys/use-keys.js';
import { Button } from '../../../ui/controls/button.js';
import { Select } from '../../../ui/controls/select.js';
import { announce } from '../../../ui/feedback/announcements.js';
import classes from '../../parts/respond.module.css';
import { useRefusal } from '../../parts/use-refusal.js';
import { SEVERITIES } from '../incidents-query.js';
import { refuse } from './actions.js';
import type { IncidentChange } from './use-incident-change.js';

const EditDialog = lazy(async () => ({ default: (await import('./edit-dialog.js')).EditDialog }));
const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog.js')).DeleteDialog }));

const SEVERITY_OPTIONS = SEVERITIES.map((value) => ({ value, label: `Severity ${value}` }));

interface IncidentBarProps {
  readonly incident: IncidentDetails;
  readonly change: IncidentChange;
}

type Transition = 'acknowledge' | 'resolve' | 'reopen';

/** The changes of an incident. Buttons that its status or the user's role does not permit say why. */
export function IncidentBar({ incident, change }: IncidentBarProps): ReactNode {
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const role = useRefusal('incidents:write');
  const close = (): void => setDialog(undefined);
  const reasonOf = (kind: Transition): string | undefined => role ?? refuse(kind, incident.status);
  const run = (kind: Transition): void => {
    const reason = reasonOf(kind);
    if (reason === undefined) void change.run(incident, { kind });
    else announce(reason);
  };
  useKeys('Incident', [
    { keys: 'a', label: 'Acknowledge', run: () => run('acknowledge') },
    { keys: 'e', label: 'Resolve', run: () => run('resolve') },
  ]);
  const button = (kind: Transition, label: string, isFirst: boolean): ReactNode => (
    <Button kind={isFirst ? 'primary' : 'secondary'} disabledReason={reasonOf(kind)} onClick={() => run(kind)}>
      {label}
    </Button>
  );
  return (
    <div role="group" aria-label="Actions" className={classes.bar}>
      {button('acknowledge', 'Acknowledge', incident.status === 'open')}
      {button('resolve', 'Resolve', incident.status === 'acknowledged')}
      {button('reopen', 'Reopen', incident.status === 'resolved')}
      {role === undefined && (
        <Select
          label="Severity"
          value={SEVERITIES.find((value) => value === String(incident.severity)) ?? '4'}
          options={SEVERITY_OPTIONS}
          onChange={(severity) => void change.run(incident, { kind: 'edit', severity: Number(severity) })}
        />
      )}
      <Button icon="edit" disabledReason={role} onClick={() => setDialog('edit')}>
        Edit
      </Button>
      <Button kind="quiet" icon="trash" disabledReason={role} onClick={() => setDialog('delete')}>
        Delete
      </Button>
      <Suspense>
        {dialog === 'edit' && <EditDialog incident={incident} change={change} onClose={close} />}
        {dialog === 'delete' && <DeleteDialog incident={incident} onClose={close} />}
      </Suspense>
    </div>
  );
}
