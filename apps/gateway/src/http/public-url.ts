/** Injection token of the address at which browsers reach the service. */
export const PUBLIC_URL = Symbol('PublicUrl');

/** Where browsers reach the service, without a trailing slash; known once the service listens. */
export type PublicUrl = () => string;

/** An address that a browser on this machine can open, also when the service listens on all interfaces. */
export function toLocalUrl(host: string, port: number, scheme: 'http' | 'https' = 'http'): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `${scheme}://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
