import { useState, type ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import type { Schedule } from '../../gen/api.js';
import { useScope } from '../../scope/scope.js';
import { useSession } from '../../session/session.js';
import { useMembers } from '../../session/use-members.js';
import { Select } from '../../ui/controls/select.js';
import { TextField } from '../../ui/controls/text-field.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import { fromLocal, toLocal } from '../parts/local-time.js';
import classes from '../parts/respond.module.css';
import { useMemberOptions } from '../parts/use-member-options.js';
import { SCHEDULE_READS } from './schedule-reads.js';

interface OverrideDialogProps {
  readonly schedule: Schedule;
  readonly onClose: () => void;
}

const HOUR_MS = 3_600_000;

/** Puts a member on call for a time, whatever the layers say. */
export function OverrideDialog({ schedule, onClose }: OverrideDialogProps): ReactNode {
  const { nowMs } = useScope();
  const { user } = useSession();
  const { nameOf } = useMembers();
  const options = useMemberOptions();
  const { time_zone: zone } = schedule;
  const hour = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  const [member, setMember] = useState(user.id);
  const [start, setStart] = useState(toLocal(hour, zone));
  const [end, setEnd] = useState(toLocal(hour + 8 * HOUR_MS, zone));
  const create = useApiChange('POST /oncall/schedules/{schedule_id}/overrides', SCHEDULE_READS);
  const startMs = fromLocal(start, zone);
  const endMs = fromLocal(end, zone);
  const fault =
    startMs !== undefined && endMs !== undefined && endMs > startMs ? undefined : 'It has to end after its start.';
  const onConfirm = (): void => {
    if (startMs === undefined || endMs === undefined || fault !== undefined) return;
    const body = { user_id: member, start: new Date(startMs).toISOString(), end: new Date(endMs).toISOString() };
    const onSuccess = (): void => {
      announce(`${nameOf(member)} will be on call.`);
      onClose();
    };
    create.mutate({ path: { schedule_id: schedule.id }, body }, { onSuccess });
  };
  return (
    <ConfirmDialog
      kind="primary"
      title="Take over"
      action="Put on call"
      error={create.error}
      isPending={create.isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <div className={classes.form}>
        <p className={classes.note}>{`Times are those of ${zone}. The override wins over all layers.`}</p>
        <Select label="Member" showsLabel value={member} options={options} onChange={setMember} />
        <div className={classes.pair}>
          <TextField label="From" type="datetime-local" value={start} onChange={setStart} />
          <TextField label="Until" type="datetime-local" value={end} onChange={setEnd} fault={fault} />
        </div>
      </div>
    </ConfirmDialog>
  );
}
