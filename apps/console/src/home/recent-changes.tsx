import type { ReactNode } from 'react';
import { useApi } from '../api/hooks.js';
import { useSession } from '../api/session.js';
import { useScope } from '../scope/scope.js';
import { OutsideText } from '../text/outside-text.js';
import { TimeText } from '../time/time-text.js';
import { Badge } from '../ui/badge.js';
import { Card } from '../ui/card.js';
import { Table } from '../ui/table.js';

const SHOWN = 8;
const WEEK_MS = 7 * 24 * 3_600_000;

/** Releases and changes of flags, rules and settings, which are where a problem often begins. */
export function RecentChanges(): ReactNode {
  const { nowMs } = useScope();
  const { can } = useSession();
  const query = {
    start_time: new Date(nowMs - WEEK_MS).toISOString(),
    end_time: new Date(nowMs).toISOString(),
    limit: SHOWN,
  };
  const { data } = useApi('GET /changes', { query }, { enabled: can('search:read') });
  return (
    <Card title="Changes of the last week">
      <Table
        label="Changes"
        rows={data?.changes}
        getId={({ id }) => id}
        empty="No release, flag, rule or setting has changed."
        columns={[
          { label: 'Kind', render: ({ kind }) => <Badge>{kind}</Badge> },
          { label: 'Change', render: ({ title }) => <OutsideText text={title} limit={160} /> },
          {
            label: 'Time',
            isNumber: true,
            render: ({ timestamp: at }) => at !== undefined && <TimeText at={at} precision="minute" />,
          },
        ]}
      />
    </Card>
  );
}
