import type { ReactNode } from 'react';
import type { TimelineEntry } from '../../gen/api.js';
import { ScopeLink } from '../../links/scope-link.js';
import { toTarget } from '../../links/targets.js';
import { toRange } from '../../time/range.js';

/** Milliseconds around an event in the list that its link opens. */
const AROUND_MS = 60_000;

/** The link to the page of an entry; nothing where it has none. */
export function ItemLink({ entry: { ref, timestamp } }: { readonly entry: TimelineEntry }): ReactNode {
  const ms = Date.parse(timestamp ?? '');
  if (ref?.type === 'event' && !Number.isNaN(ms)) {
    const { from, to } = toRange({ startMs: ms - AROUND_MS, endMs: ms + AROUND_MS });
    return (
      <ScopeLink to="customers" search={{ tab: 'events', open: ref.id, from, to }}>
        Open
      </ScopeLink>
    );
  }
  const target = ref && toTarget(ref.type, ref.id);
  return target && <ScopeLink {...target}>Open</ScopeLink>;
}
