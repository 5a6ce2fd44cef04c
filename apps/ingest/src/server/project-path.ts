import type { IncomingMessage } from 'node:http';
import { PROJECT_HEADER } from '@svc/auth';

const PROJECT_PATH = /^\/p\/([A-Za-z0-9][\w-]*)(?=\/)/;

/**
 * Makes a request to `/p/{project}/…`, for senders that can set their URL only, one to the rest of the path with the project in the
 * header X-Svc-Project, beside another one that the header may name. Other requests stay as they are.
 */
export function takeProjectPath(request: IncomingMessage): void {
  const { url = '', headers } = request;
  const [prefix, project] = PROJECT_PATH.exec(url) ?? [];
  if (prefix === undefined || project === undefined) return;
  const named = headers[PROJECT_HEADER];
  headers[PROJECT_HEADER] = named === undefined || named === project ? project : [project, ...[named].flat()];
  request.url = url.slice(prefix.length);
}
