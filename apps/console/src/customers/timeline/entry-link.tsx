import type { ReactNode } from 'react';
import type { TimelineEntry } from '../../gen/api.js';
import { ScopeLink } from '../../links/scope-link.js';
import { TargetLink } from '../../links/target-link.js';
import { toRange } from '../../time/range.js';
import { quoteValue } from '../parts/events-query.js';

/** Milliseconds around an event in the list that its link opens. */
const AROUND_MS = 60_000;

/** The link to what an entry is about; an event opens among the events of its person at that time. */
export function EntryLink({
  entry,
  children,
}: {
  readonly entry: TimelineEntry;
  readonly children: ReactNode;
}): ReactNode {
  const { ref, timestamp, distinct_id: person } = entry;
  if (!ref) return children;
  const ms = Date.parse(timestamp ?? '');
  if (ref.type !== 'event' || Number.isNaN(ms))
    return (
      <TargetLink type={ref.type} id={ref.id}>
        {children}
      </TargetLink>
    );
  const { from, to } = toRange({ startMs: ms - AROUND_MS, endMs: ms + AROUND_MS });
  const q = person === undefined ? '' : `distinct_id:${quoteValue(person)}`;
  return (
    <ScopeLink to="customers" search={{ tab: 'events', open: ref.id, from, to, ...(q !== '' && { q }) }}>
      {children}
    </ScopeLink>
  );
}
