import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { TargetLink } from '../../links/target-link.js';
import { useScope } from '../../scope/scope.js';
import { useSession } from '../../session/session.js';
import { formatCount, formatDuration } from '../../time/amounts.js';
import { TimeText } from '../../time/time-text.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Card } from '../../ui/layout/card.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { Reasons } from '../parts/reasons.js';
import { Note } from '../parts/toolbar.js';

const SHOWN = 5;

/** The newest recorded sessions of a person in the time range. */
export function PersonRecordings({ distinctId }: { readonly distinctId: string }): ReactNode {
  const { can } = useSession();
  const { start_time, end_time } = useScope().query;
  const mayRead = can('replay:read');
  const query = { distinct_id: distinctId, start_time, end_time, limit: SHOWN };
  const { data, error } = useApi('GET /replay', { query }, { enabled: mayRead });
  return (
    <Card title="Recorded sessions">
      {!mayRead && <Note>Your role does not have replay:read.</Note>}
      {error && <ErrorBox error={error} />}
      {data?.recordings.length === 0 && <Note>No session was recorded in this time range.</Note>}
      <Reasons
        label="Recorded sessions"
        items={(data?.recordings ?? []).map((recording) => ({
          key: recording.session_id,
          name: (
            <TargetLink type="session" id={recording.session_id}>
              <OutsideText text={recording.first_url === '' ? recording.session_id : recording.first_url} limit={120} />
            </TargetLink>
          ),
          aside: recording.started_at !== undefined && <TimeText at={recording.started_at} />,
          why: `${formatDuration(recording.duration_ms, 'ms')}, ${formatCount(recording.click_count)} clicks, ${formatCount(
            recording.console_error_count + recording.network_error_count,
          )} errors`,
        }))}
      />
      {data?.pagination?.has_more === true && <Note>These are the newest {SHOWN}.</Note>}
    </Card>
  );
}
