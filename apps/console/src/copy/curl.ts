import { quote } from './quote.js';

/** The request of an operation, as `toRequest` returns it. */
export interface CurlRequest {
  readonly method: string;
  /** Path and query, below the origin. */
  readonly url: string;
  readonly body: string | undefined;
}

/**
 * The command that sends a request with curl. The key comes from the environment of the shell and is never part of the text.
 *
 * @param origin such as `https://svc.example.com`.
 * @param project slug or ID of the project; absent for operations of the organization.
 */
export function toCurl({ method, url, body }: CurlRequest, origin: string, project?: string): string {
  const implied = body === undefined ? 'GET' : 'POST';
  const parts = [
    `curl${method === implied ? '' : ` -X ${quote(method)}`} ${quote(`${origin}${url}`)}`,
    '-H "X-Svc-API-Key: $SVC_API_KEY"',
    ...(project === undefined ? [] : [`-H ${quote(`X-Svc-Project: ${project}`)}`]),
    // Other flags for a body read a file if it begins with an at sign.
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `--data-raw ${quote(body)}`]),
  ];
  return parts.join(' \\\n  ');
}
