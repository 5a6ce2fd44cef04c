import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { ApiError } from '../../../api/api-error.js';
import { call } from '../../../api/call.js';
import { toKey } from '../../../api/hooks.js';
import { useScope } from '../../../scope/scope.js';
import { NOTHING_READ, readOn, type Timeline } from './read-on.js';

const ROUTE = 'GET /incidents/{incident_id}/timeline';
const PAGE_SIZE = 500;
/** Milliseconds between reads, which only ask for what was added. */
const POLL_MS = 3000;

/** Follows the timeline of an incident while the page is visible. */
export function useTimeline(incidentId: string): UseQueryResult<Timeline> {
  const { project } = useScope();
  const client = useQueryClient();
  const path = { incident_id: incidentId };
  const key = [...toKey(project, ROUTE, { path }), 'followed'];
  return useQuery<Timeline>({
    queryKey: key,
    queryFn: ({ signal }) =>
      readOn(client.getQueryData<Timeline>(key) ?? NOTHING_READ, (cursor) =>
        call(
          ROUTE,
          { path, query: { limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) } },
          { project, signal },
        ),
      ),
    refetchInterval: ({ state: { error } }) => (error instanceof ApiError && error.status === 404 ? false : POLL_MS),
  });
}
