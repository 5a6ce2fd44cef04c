import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { Button } from '../../ui/controls/button.js';
import { Select } from '../../ui/controls/select.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import classes from '../parts/respond.module.css';
import type { TabProps } from '../parts/tab-props.js';
import { ScheduleView } from './schedule-view.js';

/** The schedules, one at a time. */
export function OncallTab({ state, update }: TabProps): ReactNode {
  const { data, error, refetch } = useApi('GET /oncall/schedules', {});
  if (error) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (!data) return <div aria-busy="true" />;
  const schedules = data.schedules;
  const schedule = state.open === undefined ? schedules[0] : schedules.find(({ id }) => id === state.open);
  if (!schedule && schedules.length > 0)
    return (
      <Empty title="No such schedule" text="The schedule of this address was deleted, or belongs to another project.">
        <Button onClick={() => update({ open: undefined })}>Show the first schedule</Button>
      </Empty>
    );
  if (!schedule)
    return (
      <Empty
        title="No schedule yet"
        text="A schedule says which member is on call at each time. Escalation policies page the one who is."
        command="svc oncall schedules create --help"
      />
    );
  return (
    <>
      <div className={classes.bar}>
        <Select
          label="Schedule"
          showsLabel
          value={schedule.id}
          options={schedules.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(open) => update({ open })}
        />
        <span className={classes.note}>{`Times are those of ${schedule.time_zone}.`}</span>
      </div>
      <div className={classes.scroll} tabIndex={0} role="group" aria-label="Schedule">
        <ScheduleView key={schedule.id} schedule={schedule} />
      </div>
    </>
  );
}
