/** The headers that tell from which page a request comes. */
export interface RequestOrigin {
  readonly origin: string | undefined;
  readonly site: string | undefined;
  readonly host: string | undefined;
}

/**
 * Whether a form was sent by a page of this service. Another site could otherwise send the sign-in form with an account of its
 * own. Browsers send the headers; programs need not. A browser that hides the origin of its pages sends `Origin: null`, and is
 * believed if it says that the page is of the same origin.
 *
 * @param publicUrl where browsers reach the service, whatever Host header a proxy sets.
 */
export function isSameOrigin({ origin, site, host }: RequestOrigin, publicUrl: string): boolean {
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  if (origin === undefined || (origin === 'null' && site === 'same-origin')) return true;
  const sender = URL.parse(origin);
  return sender !== null && (sender.origin === URL.parse(publicUrl)?.origin || sender.host === host);
}

/** A path of this service to go to after the login, the console by default; never another origin, however it is disguised. */
export function safeReturn(path: string | undefined, fallback = '/'): string {
  if (path === undefined || !/^\/(?![/\\])[\x21-\x7e]*$/.test(path)) return fallback;
  const url = URL.parse(path, 'http://own.invalid');
  const isOurs = url?.origin === 'http://own.invalid' && !url.pathname.startsWith('//');
  return isOurs ? `${url.pathname}${url.search}` : fallback;
}
