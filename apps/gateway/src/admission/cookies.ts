import { parseCookie, stringifySetCookie } from 'cookie';

export interface Cookie {
  readonly name: string;
  /** Characters that a cookie can hold without an escape. */
  readonly value: string;
  /** Zero removes it. */
  readonly maxAgeSeconds: number;
  /** Sent over https only. */
  readonly secure: boolean;
  /** Hidden from scripts. */
  readonly httpOnly: boolean;
}

export function serializeCookie({ name, value, maxAgeSeconds, secure, httpOnly }: Cookie): string {
  return stringifySetCookie({ name, value, path: '/', maxAge: maxAgeSeconds, sameSite: 'lax', secure, httpOnly });
}

/**
 * The value of a cookie; undefined if it was not sent or was sent twice: one of two was planted by a neighbouring host,
 * and the genuine one cannot be recognized. Parsers of whole headers return the first, so each pair is parsed by
 * itself.
 */
export function readCookie(rawHeaders: readonly string[], name: string): string | undefined {
  const pairs = rawHeaders.flatMap((value, index) => {
    const isCookie = index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'cookie';
    return isCookie ? value.split(';') : [];
  });
  const values = pairs.flatMap((pair) => parseCookie(pair)[name] ?? []);
  return values.length === 1 && values[0] !== '' ? values[0] : undefined;
}
