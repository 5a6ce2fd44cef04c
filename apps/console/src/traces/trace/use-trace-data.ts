import { useApi } from '../../api/hooks.js';
import type { Trace } from '../../gen/api.js';
import { useSession } from '../../session/session.js';

/** Log records beside a trace: as many as a page of the service holds. */
const MAX_LOGS = 1000;
/** Clocks of services differ: records may be this much before or after the spans, in milliseconds. */
const SLACK_MS = 60 * 60_000;
const FRESH = { keepsPrevious: false, staleTime: 60_000 };

/** Reads everything that relates to a trace. Each answer arrives by itself, and the outline does not wait for the others. */
export function useTraceData(id: string) {
  const { can } = useSession();
  const path = { trace_id: id };
  const outline = useApi('GET /traces/{trace_id}', { path, query: { view: 'outline' } }, FRESH);
  const isThere = outline.data !== undefined;
  const critical = useApi('GET /traces/{trace_id}/critical-path', { path }, { ...FRESH, enabled: isThere });
  const logs = useApi(
    'GET /logs',
    { query: { trace_id: id, sort: 'timestamp_asc', limit: MAX_LOGS, ...toTimes(outline.data) } },
    { ...FRESH, enabled: isThere && can('logs:read') },
  );
  const related = useApi(
    'GET /search/correlate/{trace_id}',
    { path, query: { include: ['errors', 'metrics', 'agent_runs'] } },
    { ...FRESH, enabled: isThere && can('search:read') },
  );
  const replay = useApi(
    'GET /replay-for-trace/{trace_id}',
    { path },
    { ...FRESH, enabled: isThere && can('replay:read') },
  );
  return { outline, critical, logs, related, replay };
}

export type TraceData = ReturnType<typeof useTraceData>;

function toTimes(trace: Trace | undefined): { readonly start_time?: string; readonly end_time?: string } {
  const [startMs, endMs] = [Date.parse(trace?.start_time ?? ''), Date.parse(trace?.end_time ?? '')];
  if (Number.isNaN(startMs) || Number.isNaN(endMs)) return {};
  return {
    start_time: new Date(startMs - SLACK_MS).toISOString(),
    end_time: new Date(endMs + SLACK_MS).toISOString(),
  };
}
