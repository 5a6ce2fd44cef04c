import { useMemo } from 'react';
import { useApi } from '../api/hooks.js';
import { useSession } from '../api/session.js';
import type { Mark } from '../charts/parts/marks.js';
import { useScope } from './scope.js';

const MAX_MARKS = 100;

/** Releases and changes of flags in the time range, for the charts of the page. */
export function useChangeMarks(): readonly Mark[] {
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
