import { resolveProjectSelector } from '@svc/auth';
import { ServiceError } from '@svc/errors';

/**
 * The project an ingest request names: `project_id` of the query string, by the rules every request follows, or the header
 * `X-Svc-Project` (id or slug), which exporters can send without changing their address. Empty when it names none: the key's
 * own project, or the organization's default one. Both must agree when both are sent.
 */
export function selectProject(url: string, header: string | readonly string[] | undefined): string {
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
  const selection = resolveProjectSelector(query, undefined);
  if (selection.outcome === 'refused') throw new ServiceError('permission_denied');
  const named = typeof header === 'string' ? header.trim() : (header?.[0]?.trim() ?? '');
  const queried = selection.outcome === 'selected' ? selection.projectId : '';
  if (named !== '' && queried !== '' && named !== queried) throw new ServiceError('permission_denied');
  return queried || named;
}
