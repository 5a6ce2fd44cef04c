import type { IncomingMessage } from 'node:http';
import { PROJECT_HEADER } from '@svc/auth';
import { projectConflict, type ServiceError } from '@svc/service-error';

const PROJECT_PATH = /^\/p\/([A-Za-z0-9][\w-]*)(?=\/)/;

/**
 * Makes a request to `/p/{project}/…`, for senders that can set their URL only, one to the rest of the path with the project in the
 * header X-Svc-Project. Other requests stay as they are.
 *
 * @returns the refusal of a request whose header names another project.
 */
export function takeProjectPath(request: IncomingMessage): ServiceError | undefined {
  const { url = '', headers } = request;
  const [prefix, project] = PROJECT_PATH.exec(url) ?? [];
  if (prefix === undefined || project === undefined) return undefined;
  const named = headers[PROJECT_HEADER];
  if (named !== undefined && named !== project) return projectConflict();
  headers[PROJECT_HEADER] = project;
  request.url = url.slice(prefix.length);
  return undefined;
}
