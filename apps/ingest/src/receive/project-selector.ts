import type { IncomingMessage } from 'node:http';
import { PROJECT_HEADER, resolveProjectSelector } from '@svc/auth';
import type { KeysResolveRequest } from '@svc/contract';
import { projectConflict } from '@svc/service-error';

/** The project that a request names; both are empty if it names none. */
export type NamedProject = Pick<KeysResolveRequest, 'projectId' | 'projectSelector'>;

/**
 * Returns the project that a request names: `project_id` of the query string, or the header `X-Svc-Project` (ID or slug), which exporters
 * can send without changing their URL, and which also has the project of the path.
 *
 * @throws ServiceError permission_denied if the query string is ambiguous or malformed, or the path names another project than the header.
 */
export function selectProject({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): NamedProject {
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
  const selection = resolveProjectSelector(query, undefined);
  if (selection.outcome === 'refused') throw projectConflict();
  const header = headers[PROJECT_HEADER];
  // The path names one project and the header another one.
  if (Array.isArray(header)) throw projectConflict();
  return {
    projectId: selection.outcome === 'selected' ? selection.projectId : '',
    projectSelector: header?.trim() ?? '',
  };
}
