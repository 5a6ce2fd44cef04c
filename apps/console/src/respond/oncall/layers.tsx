import type { ReactNode } from 'react';
import type { Schedule, ScheduleLayer, ScheduleOverlap } from '../../gen/api.js';
import { useMembers } from '../../session/use-members.js';
import { formatDateTime } from '../../time/format.js';
import { Card } from '../../ui/layout/card.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from '../parts/respond.module.css';
import { describeRhythm, describeWindow } from './describe-layer.js';

interface LayersProps {
  readonly schedule: Schedule;
  readonly overlaps: readonly ScheduleOverlap[];
}

/** The turns of a schedule. The last layer that covers a time decides. */
export function Layers({ schedule, overlaps }: LayersProps): ReactNode {
  const { nameOf } = useMembers();
  const { time_zone: zone } = schedule;
  return (
    <Card title="Layers">
      <Table<ScheduleLayer>
        label="Layers"
        rows={schedule.layers}
        getId={({ name }) => name}
        empty="It has none."
        columns={[
          { label: 'Layer', render: ({ name }) => <OutsideText text={name} limit={80} /> },
          { label: 'Turns', render: ({ users }) => <OutsideText text={users.map(nameOf).join(', ')} /> },
          {
            label: 'Rhythm',
            render: ({ rotation_length: length, handoff_time: at }) => describeRhythm(length, at),
          },
          { label: 'Applies', render: ({ restrictions }) => restrictions.map(describeWindow).join('; ') || 'always' },
        ]}
      />
      {overlaps.map(({ user_id: user, schedule_name: other, start = '' }) => (
        <p key={`${user} ${start}`} className={classes.note}>
          <OutsideText text={nameOf(user)} />
          {' is also on call in '}
          <OutsideText text={other} limit={80} />
          {` from ${formatDateTime(start, zone, { precision: 'minute' })}.`}
        </p>
      ))}
    </Card>
  );
}
