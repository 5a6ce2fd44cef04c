import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import type { ScheduleDuty } from '../../gen/api.js';
import { formatDateTime } from '../../time/format.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Card } from '../../ui/layout/card.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from '../parts/respond.module.css';
import { Warnings } from '../parts/warnings.js';
import ownClasses from './oncall.module.css';

interface NowOnCallProps {
  readonly scheduleId: string;
  readonly zone: string;
}

const POLL_MS = 60_000;

/** The members on call now, with the layer or override that decides it, the end of their duty, and those who follow. */
export function NowOnCall({ scheduleId, zone }: NowOnCallProps): ReactNode {
  const input = { path: { schedule_id: scheduleId } };
  const options = { refetchInterval: POLL_MS };
  const { data, error, refetch } = useApi('GET /oncall/schedules/{schedule_id}/now', input, options);
  return (
    <Card title="On call now">
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {data?.users.map((duty) => (
        <p key={duty.user_id}>
          <strong className={ownClasses.now}>
            <OutsideText text={duty.name} />
          </strong>{' '}
          <OutsideText text={describeDuty(duty, zone)} />
        </p>
      ))}
      {data?.gap === true && <p className={ownClasses.nobody}>Nobody: no layer and no override covers this time.</p>}
      {data?.next.map((duty) => (
        <p key={duty.user_id} className={classes.note}>
          Next: <OutsideText text={duty.name} />{' '}
          {duty.start !== undefined && `from ${formatDateTime(duty.start, zone, { precision: 'minute' })}`}
        </p>
      ))}
      <Warnings texts={[...new Set(data?.warnings.map(({ summary }) => summary))]} />
    </Card>
  );
}

/** Why a member is on call, and until when. */
function describeDuty({ source, layer, until }: ScheduleDuty, zone: string): string {
  const why = source === 'override' ? 'by an override' : `by the layer ${layer}`;
  return until === undefined ? why : `${why}, until ${formatDateTime(until, zone, { precision: 'minute' })}`;
}
