import type { ReactNode } from 'react';
import { useApiChange } from '../../../api/hooks.js';
import type { IncidentDetails } from '../../../gen/api.js';
import { useGo } from '../../../links/use-go.js';
import { announce } from '../../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.js';

interface DeleteDialogProps {
  readonly incident: IncidentDetails;
  readonly onClose: () => void;
}

/** Asks before an incident is deleted with its timeline. */
export function DeleteDialog({ incident, onClose }: DeleteDialogProps): ReactNode {
  const go = useGo();
  const remove = useApiChange('DELETE /incidents/{incident_id}', ['GET /incidents']);
  const onConfirm = (): void => {
    const input = { path: { incident_id: incident.id }, query: { expected_version: incident.version } };
    const onSuccess = (): void => {
      announce('Deleted.');
      go({ to: 'respond', search: { tab: 'incidents' } });
    };
    remove.mutate(input, { onSuccess });
  };
  return (
    <ConfirmDialog
      title={`Delete ${incident.number}?`}
      action="Delete"
      error={remove.error}
      isPending={remove.isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>The incident, its comments and its timeline are lost. Alerts and issues that it links stay.</p>
      {incident.status !== 'resolved' && <p>It is not resolved: only owners and admins can delete it now.</p>}
    </ConfirmDialog>
  );
}
