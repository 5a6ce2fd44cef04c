import { useMemo } from 'react';
import { useApi } from '../../api/hooks.js';
import { useSession } from '../../session/session.js';
import { useScope } from '../scope.js';

/** A change as a chart marks it. */
export interface ChangeMark {
  /** Epoch milliseconds. */
  readonly ms: number;
  readonly title: string;
}

const MAX_MARKS = 100;

/** Releases and changes of flags in the time range, for the charts of the page. */
export function useChangeMarks(): readonly ChangeMark[] {
  const { query } = useScope();
  const { can } = useSession();
  const { start_time: start, end_time: end } = query;
  const { data } = useApi(
    'GET /changes',
    { query: { start_time: start, end_time: end, kinds: ['release', 'flag'], limit: MAX_MARKS } },
    { enabled: can('search:read'), staleTime: 60_000 },
  );
  return useMemo(
    () => data?.changes.map(({ timestamp, title }) => ({ ms: Date.parse(timestamp ?? ''), title })) ?? [],
    [data],
  );
}
