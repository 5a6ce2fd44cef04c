import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { useSession } from '../../session/session.js';
import { TimeText } from '../../time/time-text.js';
import { Badge } from '../../ui/controls/badge.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Card } from '../../ui/layout/card.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { useScope } from '../scope.js';

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
  const { data, error, refetch } = useApi('GET /changes', { query }, { enabled: can('search:read') });
  return (
    <Card title="Changes of the last week">
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
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
