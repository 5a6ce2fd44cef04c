import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import type { ApiError } from '../../api/api-error.js';
import type { TimelinePage } from '../../gen/api.js';
import { useScope } from '../../scope/scope.js';
import { describeRange, toRange } from '../../time/range.js';
import { Button } from '../../ui/controls/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { useSearchState } from '../../url/use-search-state.js';
import { TIMELINE_FIELDS } from '../fields.js';
import { KindChips } from './kind-chips.js';
import { describeOmitted } from './kinds.js';
import { TimelineRow } from './timeline-row.js';
import classes from './timeline.module.css';
import { toDays } from './to-days.js';

interface TimelineProps {
  readonly pages: UseInfiniteQueryResult<InfiniteData<TimelinePage>, ApiError>;
  /** Time at which the person or account was first seen. */
  readonly firstSeen: string | undefined;
  /** Shows whose entry each one is. */
  readonly showsPerson?: boolean;
}

/** Everything that is known of a person or an account in the time range, newest first, by day. */
export function Timeline({ pages, firstSeen, showsPerson = false }: TimelineProps): ReactNode {
  const { data, error, hasNextPage, isFetchingNextPage, isPlaceholderData, fetchNextPage, refetch } = pages;
  const { zone, nowMs, range, env, update: updateScope } = useScope();
  const [{ kinds }, update] = useSearchState(TIMELINE_FIELDS);
  const days = useMemo(
    () => toDays(data?.pages.flatMap(({ entries }) => entries) ?? [], zone, nowMs),
    [data, zone, nowMs],
  );
  const omitted = describeOmitted(data?.pages[0]?.omitted ?? []);
  const startMs = firstSeen === undefined ? NaN : Date.parse(firstSeen);
  return (
    <div aria-busy={isPlaceholderData} className={classes.timeline}>
      <KindChips kinds={kinds} onChange={(next) => update({ kinds: next })} />
      {omitted !== undefined && <p className={classes.note}>{omitted}</p>}
      {env.length > 0 && <p className={classes.note}>A timeline has the entries of all environments.</p>}
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {data && days.length === 0 && !hasNextPage && (
        <Empty
          title="Nothing in this time range"
          text={`No ${kinds.length === 0 ? 'entry' : 'entry of these kinds'}: ${describeRange(range, zone, nowMs)}.`}
        >
          {!Number.isNaN(startMs) && (
            <Button onClick={() => updateScope({ from: toRange({ startMs, endMs: nowMs }).from, to: 'now' })}>
              Show since first seen
            </Button>
          )}
          {kinds.length > 0 && <Button onClick={() => update({ kinds: [] })}>Show all kinds</Button>}
        </Empty>
      )}
      {days.map(({ label, entries }) => (
        <section key={label} aria-label={label}>
          <h3 className={classes.day}>{label}</h3>
          <ul className={classes.entries}>
            {entries.map((entry) => (
              <TimelineRow key={`${entry.kind} ${entry.id}`} entry={entry} showsPerson={showsPerson} />
            ))}
          </ul>
        </section>
      ))}
      {hasNextPage && (
        <Button
          disabledReason={isFetchingNextPage ? 'The next entries are on their way.' : undefined}
          onClick={() => void fetchNextPage()}
        >
          Show earlier entries
        </Button>
      )}
    </div>
  );
}
