import { useState, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import type { Override, Schedule } from '../../gen/api.js';
import { useMembers } from '../../session/use-members.js';
import { formatDateTime } from '../../time/format.js';
import { Button } from '../../ui/controls/button.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Card } from '../../ui/layout/card.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { useRefusal } from '../parts/use-refusal.js';
import { DeleteOverrideDialog } from './delete-override-dialog.js';
import { OverrideDialog } from './override-dialog.js';

/** The members who take over from the layers, with their times. */
export function Overrides({ schedule }: { readonly schedule: Schedule }): ReactNode {
  const [dialog, setDialog] = useState<'new' | Override>();
  const { nameOf } = useMembers();
  const role = useRefusal('oncall:write');
  const { id, time_zone: zone } = schedule;
  const input = { path: { schedule_id: id } };
  const { data, error, refetch } = useApi('GET /oncall/schedules/{schedule_id}/overrides', input);
  const time = (at: string | undefined): string => formatDateTime(at ?? '', zone, { precision: 'minute' });
  return (
    <Card
      title="Overrides"
      aside={
        <Button kind="quiet" icon="plus" disabledReason={role} onClick={() => setDialog('new')}>
          Take over
        </Button>
      }
    >
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      <Table<Override>
        label="Overrides"
        rows={data?.overrides}
        getId={(override) => override.id}
        empty="Nobody takes over: the layers decide."
        columns={[
          { label: 'Member', render: ({ user_id: user }) => <OutsideText text={nameOf(user)} /> },
          { label: 'From', render: ({ start }) => time(start) },
          { label: 'Until', render: ({ end }) => time(end) },
          {
            label: 'Action',
            isNumber: true,
            render: (override) => (
              <Button
                kind="quiet"
                icon="trash"
                aria-label={`Delete the override of ${nameOf(override.user_id)}`}
                disabledReason={role}
                onClick={() => setDialog(override)}
              />
            ),
          },
        ]}
      />
      {dialog === 'new' && <OverrideDialog schedule={schedule} onClose={() => setDialog(undefined)} />}
      {typeof dialog === 'object' && <DeleteOverrideDialog override={dialog} onClose={() => setDialog(undefined)} />}
    </Card>
  );
}
