import type { IncomingMessage } from 'node:http';
import { PROJECT_HEADER } from './project-selector.js';

const PROJECT_PATH = /^\/p\/([A-Za-z0-9][\w-]*)(?=\/)/;

/**
 * Makes a request to `/p/{project}/…`, for clients that can set their URL only, one to the rest of the path with the project in the
 * header X-Svc-Project, beside another one that the header may name. Other requests stay as they are.
 *
 * @param takes whether the rest of a path is one that can have a prefix; every path can by default.
 */
export function takeProjectPath(
  request: Pick<IncomingMessage, 'url' | 'headers'>,
  takes: (rest: string) => boolean = () => true,
): void {
  const { url = '', headers } = request;
  const [prefix, project] = PROJECT_PATH.exec(url) ?? [];
  if (prefix === undefined || project === undefined) return;
  const rest = url.slice(prefix.length);
  if (!takes(rest)) return;
  const named = headers[PROJECT_HEADER];
  headers[PROJECT_HEADER] = named === undefined || named === project ? project : [project, ...[named].flat()];
  request.url = rest;
}
