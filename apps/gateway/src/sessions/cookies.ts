/** Cookies as RFC 6265bis has them, as far as we use them. */

export interface Cookie {
  readonly name: string;
  /** Characters a cookie can hold as they are. */
  readonly value: string;
  /** Zero removes it. */
  readonly maxAgeSeconds: number;
  /** Sent over https only. */
  readonly secure: boolean;
  /** Kept from scripts. */
  readonly httpOnly: boolean;
}

export function serializeCookie({ name, value, maxAgeSeconds, secure, httpOnly }: Cookie): string {
  const flags = [...(httpOnly ? ['HttpOnly'] : []), ...(secure ? ['Secure'] : [])];
  return [`${name}=${value}`, 'Path=/', `Max-Age=${maxAgeSeconds}`, 'SameSite=Lax', ...flags].join('; ');
}

/**
 * The value of a cookie; undefined when it was not sent, and when it was sent twice: one of the two was planted by somebody who
 * may set cookies for a neighbouring host, and which one cannot be told.
 */
export function readCookie(rawHeaders: readonly string[], name: string): string | undefined {
  const values: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() !== 'cookie') continue;
    for (const pair of (rawHeaders[index + 1] ?? '').split(';')) {
      const equals = pair.indexOf('=');
      if (equals >= 0 && pair.slice(0, equals).trim() === name) values.push(pair.slice(equals + 1).trim());
    }
  }
  return values.length === 1 && values[0] !== '' ? values[0] : undefined;
}
