import type { IncomingHttpHeaders } from 'node:http';

/** The media type of a body in lower case, without parameters; empty if the request names none. */
export function mediaType(headers: IncomingHttpHeaders): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
