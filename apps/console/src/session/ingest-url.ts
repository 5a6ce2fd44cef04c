const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const DEFAULT_PORT = 4318;

/**
 * The address at which programs of this user reach ingestion. A service that knows itself by an address of its own machine is reached
 * from elsewhere under the name that the browser used.
 */
export function toIngestUrl(
  known: string | undefined,
  { protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>,
): string {
  if (known === undefined) return `${protocol}//${hostname}:${DEFAULT_PORT}`;
  const url = new URL(known);
  if (LOOPBACK.test(url.hostname) && !LOOPBACK.test(hostname)) url.hostname = hostname;
  return url.origin;
}
