/** A public client of the authorization code flow: it proves itself with PKCE and with a redirect address that is known here. */
export interface OAuthClient {
  readonly id: string;
  /** The name that the page shows. */
  readonly name: string;
  readonly redirectUris: readonly string[];
}

/** `<client ID>=<redirect address>`, as in SVC_OAUTH_CLIENTS; a client with several addresses has several items. */
const ITEM = /^([\w.-]{1,64})=(\S{1,500})$/;
/** Schemes whose addresses a browser would run or read itself. */
const REFUSED_SCHEMES: ReadonlySet<string> = new Set(['about:', 'blob:', 'data:', 'file:', 'javascript:', 'vbscript:']);
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

export function isClientItem(item: string): boolean {
  const [, , uri = ''] = ITEM.exec(item) ?? [];
  return isRedirectAddress(uri);
}

/** Reads SVC_OAUTH_CLIENTS, whose items `isClientItem` has checked. */
export function toClients(items: readonly string[]): ReadonlyMap<string, OAuthClient> {
  const clients = new Map<string, OAuthClient>();
  for (const item of items) {
    const [, id = '', uri = ''] = ITEM.exec(item) ?? [];
    clients.set(id, { id, name: id, redirectUris: [...(clients.get(id)?.redirectUris ?? []), uri] });
  }
  return clients;
}

/**
 * Whether a client may be sent there at all: with TLS, to the machine of the user, or to an application that has a scheme of its own
 * (RFC 8252, 7).
 */
export function isRedirectAddress(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.hash !== '' || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'http:') return LOOPBACK.has(url.hostname);
  return !REFUSED_SCHEMES.has(url.protocol);
}

/** Whether an address is one that the client has registered. On the machine of the user the port is free (RFC 8252, 7.3). */
export function isRegistered({ redirectUris }: OAuthClient, text: string): boolean {
  if (!isRedirectAddress(text)) return false;
  return redirectUris.some((uri) => uri === text || isSameLoopback(URL.parse(uri), URL.parse(text)));
}

function isSameLoopback(registered: URL | null, given: URL | null): boolean {
  if (registered?.protocol !== 'http:' || given?.protocol !== 'http:') return false;
  return (
    registered.hostname === given.hostname &&
    registered.pathname === given.pathname &&
    registered.search === given.search
  );
}
