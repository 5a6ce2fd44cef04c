import { resolveProjectSelector } from '@svc/auth';
import { ServiceError } from '@svc/errors';

/**
 * Returns the project that an ingest request names: `project_id` of the query string, by the rules of all requests, or the header
 * `X-Svc-Project` (id or slug), which exporters can send without changing their URL. Empty if neither is present; then the project of the
 * key or the default project is used. If both are present, they must agree.
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
