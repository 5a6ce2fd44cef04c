import type { ReactNode } from 'react';
import type { Schedule, ScheduleFairness, ScheduleGap } from '../../gen/api.js';
import { formatDateTime, formatDuration } from '../../time/format.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Card, Cards } from '../../ui/layout/card.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { Warnings } from '../parts/warnings.js';
import { Calendar, describeGap } from './calendar.js';
import { CalendarFeed } from './feed/calendar-feed.js';
import { Layers } from './layers.js';
import { NowOnCall } from './now-on-call.js';
import { Overrides } from './overrides.js';
import { usePlan } from './use-plan.js';

const SHOWN_GAPS = 20;

/** One schedule: who is on call now and why, the next two weeks with their gaps, and how duty is distributed. */
export function ScheduleView({ item: schedule }: { readonly item: Schedule }): ReactNode {
  const { id, time_zone: zone } = schedule;
  const { data, days, error, refetch } = usePlan(schedule);
  return (
    <>
      <NowOnCall scheduleId={id} zone={zone} />
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      <Card title="The next two weeks">
        <Calendar days={days} />
      </Card>
      <Warnings texts={[...new Set(data?.warnings.map(({ summary }) => summary))]} />
      <Cards>
        <Card title={data ? `Gaps: ${data.gaps.length}` : 'Gaps'}>
          <Table<ScheduleGap>
            label="Gaps"
            rows={data?.gaps.slice(0, SHOWN_GAPS)}
            getId={({ start = '' }) => start}
            empty="A member is on call at any time."
            columns={[
              { label: 'From', render: ({ start = '' }) => formatDateTime(start, zone, { precision: 'minute' }) },
              {
                label: 'For',
                isNumber: true,
                render: ({ start = '', end = '' }) => formatDuration(Date.parse(end) - Date.parse(start), 'ms'),
              },
              { label: 'Why', render: ({ reason }) => describeGap(reason) },
            ]}
          />
        </Card>
        <Card title="Distribution">
          <Table<ScheduleFairness>
            label="Distribution of duty"
            rows={data?.fairness}
            getId={({ user_id: user }) => user}
            empty="Nobody is on call in this time."
            columns={[
              { label: 'Member', render: ({ name }) => <OutsideText text={name} /> },
              { label: 'Hours', isNumber: true, render: ({ hours }) => Number(hours.toFixed(1)) },
              { label: 'Shifts', isNumber: true, render: ({ shifts }) => shifts },
              { label: 'Nights', isNumber: true, render: ({ nights }) => nights },
              { label: 'Weekends', isNumber: true, render: ({ weekends }) => weekends },
            ]}
          />
        </Card>
        <Overrides schedule={schedule} />
        <CalendarFeed />
        <Layers schedule={schedule} overlaps={data?.overlaps ?? []} />
      </Cards>
    </>
  );
}
