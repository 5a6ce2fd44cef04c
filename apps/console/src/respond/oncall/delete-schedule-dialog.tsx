import type { ReactNode } from 'react';
import type { Route } from '../../api/call.js';
import { useApi, useApiChange } from '../../api/hooks.js';
import type { Schedule } from '../../gen/api.js';
import { useSession } from '../../session/session.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import { OutsideText } from '../../ui/text/outside-text.js';

/** The reads that change; the schedule itself is gone. */
const READS: readonly Route[] = ['GET /oncall/schedules'];

interface DeleteScheduleDialogProps {
  readonly item: Schedule;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** Asks before a schedule is deleted; names the policies that page it, which have to be changed before. */
export function DeleteScheduleDialog({ item: schedule, onDeleted, onClose }: DeleteScheduleDialogProps): ReactNode {
  const { can } = useSession();
  const { id, version, name } = schedule;
  const policies = useApi('GET /escalation-policies', {}, { enabled: can('escalation:read') });
  const users = (policies.data?.escalation_policies ?? [])
    .filter(({ levels }) => levels.some(({ schedules }) => schedules.includes(id)))
    .map((policy) => policy.name);
  const remove = useApiChange('DELETE /oncall/schedules/{schedule_id}', READS);
  const onConfirm = (): void => {
    const onSuccess = (): void => {
      announce('Deleted.');
      onDeleted();
    };
    // The page may no longer show the schedule, and with it this dialog, before the lists are read again.
    remove
      .mutateAsync({ path: { schedule_id: id }, query: { expected_version: version } })
      .then(onSuccess, () => undefined);
  };
  const refusal = users.length === 0 ? undefined : 'Escalation policies page this schedule. Remove it from them first.';
  return (
    <ConfirmDialog
      title="Delete the schedule?"
      action="Delete"
      error={remove.error}
      isPending={remove.isPending}
      disabledReason={refusal}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <OutsideText text={name} limit={200} />
      </p>
      <p>Its layers and its overrides are lost, and calendars that members subscribe to no longer have its shifts.</p>
      {refusal !== undefined && (
        <p>
          {`${refusal} They are: `}
          <OutsideText text={users.join(', ')} />.
        </p>
      )}
    </ConfirmDialog>
  );
}
