import type { IncomingHttpHeaders } from 'node:http';

/** The media type of a body in lower case, without parameters; empty if the request names none. */
export function mediaType(headers: IncomingHttpHeaders): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** The value of a parameter of the media type, without quotes; empty if there is none. */
export function mediaTypeParameter(headers: IncomingHttpHeaders, name: string): string {
  for (const part of (headers['content-type'] ?? '').split(';').slice(1)) {
    const [key = '', value = ''] = part.split('=', 2);
    if (key.trim().toLowerCase() === name) return value.trim().replaceAll('"', '');
  }
  return '';
}
