import type { ReactNode } from 'react';
import type { Schedule } from '../../gen/api.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import classes from '../parts/respond.module.css';
import { Calendar } from './calendar.js';
import { usePlan } from './use-plan.js';

/** The next two weeks of the schedule as it is saved, for comparison with its form. */
export function SavedPlan({ schedule }: { readonly schedule: Schedule }): ReactNode {
  const { data, days, error, refetch } = usePlan(schedule);
  if (error) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <>
      <p className={classes.note}>
        {`The schedule as it is saved has ${data.gaps.length === 0 ? 'no gap' : `gaps: ${data.gaps.length}`} in the next two weeks. `}
        After a change of members, those on call stay until the next hand-off.
      </p>
      <Calendar days={days} />
    </>
  );
}
