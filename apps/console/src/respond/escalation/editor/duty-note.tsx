import type { ReactNode } from 'react';
import { useApi } from '../../../api/hooks.js';
import { OutsideText } from '../../../ui/text/outside-text.js';
import classes from '../../parts/respond.module.css';

interface DutyNoteProps {
  readonly scheduleId: string;
  readonly name: string;
}

/** Says whom a schedule would page now, and whom of them pages do not reach. */
export function DutyNote({ scheduleId, name }: DutyNoteProps): ReactNode {
  const { data } = useApi('GET /oncall/schedules/{schedule_id}/now', { path: { schedule_id: scheduleId } });
  if (!data) return null;
  const warnings = data.warnings.map(({ summary }) => summary).join(' ');
  return (
    <p className={data.gap || warnings !== '' ? classes.warning : classes.note}>
      <OutsideText text={name} limit={80} />
      {data.gap ? ': nobody is on call now. ' : ': on call now is '}
      {!data.gap && <OutsideText text={`${data.users.map((user) => user.name).join(', ')}. `} />}
      <OutsideText text={warnings} limit={300} />
    </p>
  );
}
