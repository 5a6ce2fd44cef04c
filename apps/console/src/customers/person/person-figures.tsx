import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { formatCount } from '../../time/amounts.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Stat } from '../../ui/layout/stat.js';
import classes from './person-figures.module.css';

/** Counts of each signal of a person, over the retention of the project. */
export function PersonFigures({ personId }: { readonly personId: string }): ReactNode {
  const { data, error, refetch } = useApi(
    'GET /persons/{person_id}/stats',
    { path: { person_id: personId } },
    { keepsPrevious: false },
  );
  if (error && !data) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  const count = (value: number | undefined): string | undefined =>
    value === undefined ? undefined : formatCount(value, 'short');
  const signal = (name: string): { readonly value: string | undefined; readonly note: string } => {
    const found = data?.signals.find((each) => each.signal === name);
    return { value: count(found?.total), note: found ? `${formatCount(found.last_7d)} in 7 days` : '' };
  };
  const open = data?.open_issues ?? 0;
  return (
    <div className={classes.figures} role="group" aria-label="Figures of all times">
      <Stat label="Events" {...signal('events')} />
      <Stat label="Log records" {...signal('logs')} />
      <Stat label="Spans" {...signal('spans')} />
      <Stat label="Sessions" value={count(data?.sessions)} />
      <Stat label="Errors" value={count(data?.errors)} note="Spans and logs" />
      <Stat
        label="Issues"
        value={count(data?.issues)}
        note={data && `${formatCount(open)} open`}
        tone={open > 0 ? 'danger' : undefined}
      />
    </div>
  );
}
