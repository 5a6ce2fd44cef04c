import { useCallback, useEffect, useMemo, useState } from 'react';
import { useApiPages } from '../../api/hooks.js';
import type { ReplayDetails, ReplayEvent } from '../../gen/api.js';
import { mergeItems, toRelatedItem, toSignalItem, type Item } from './items.js';
import { observe } from './observe.js';

const PAGE_SIZE = 200;
const MAX_PAGES = 10;
/** Pages, lines of the console and requests that are listed. */
const MAX_OBSERVED = 3000;

export interface Items {
  readonly items: readonly Item[];
  readonly onEvents: (events: readonly ReplayEvent[]) => void;
  /** The reason for which the related entries are missing. */
  readonly error: Error | undefined;
  readonly retry: () => void;
  /** Sentences about what is not listed. */
  readonly notes: readonly string[];
}

/** Everything that happened in a session: what services reported for it, and what the events say that the player has read. */
export function useItems(details: ReplayDetails): Items {
  const session_id = details.recording?.session_id ?? '';
  const input = { path: { session_id }, query: { limit: PAGE_SIZE } };
  const pages = useApiPages('GET /replay/{session_id}/related', input);
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const count = data?.pages.length ?? 0;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !error && count < MAX_PAGES) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, error, count, fetchNextPage]);
  const [observed, setObserved] = useState<ReadonlyMap<string, Item>>(new Map());
  const onEvents = useCallback((events: readonly ReplayEvent[]) => {
    const found = observe(events);
    if (found.length === 0) return;
    setObserved((before) => {
      const isFull = before.size >= MAX_OBSERVED;
      return isFull ? before : new Map([...before, ...found.map((item) => [item.id, item] as const)]);
    });
  }, []);
  const items = useMemo(() => {
    const related = data?.pages.flatMap(({ entries }) => entries.flatMap((entry) => toRelatedItem(entry) ?? []));
    return mergeItems(details.signals.map(toSignalItem), related ?? [], [...observed.values()]);
  }, [data, details.signals, observed]);
  const omitted = data?.pages[0]?.omitted ?? [];
  const notes = [
    omitted.length > 0 && `Something is left out, because your role does not have ${omitted.join(', ')}.`,
    hasNextPage && count >= MAX_PAGES && `Only the last ${PAGE_SIZE * MAX_PAGES} related entries are listed.`,
    observed.size >= MAX_OBSERVED && `Only ${MAX_OBSERVED} pages, lines of the console and requests are listed.`,
    details.recording?.summary === undefined &&
      'Rage, dead and error clicks are found when the recording is summarized, five minutes after its start.',
  ].filter((note) => note !== false);
  return { items, onEvents, error: error ?? undefined, retry: () => void pages.refetch(), notes };
}
