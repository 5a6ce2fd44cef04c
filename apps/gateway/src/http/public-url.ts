/** Injection token of the address at which browsers reach the service. */
export const PUBLIC_URL = Symbol('PublicUrl');

/** The URL at which browsers reach the service, without a trailing slash; known once the service listens. */
export type PublicUrl = () => string;

/** An address that a browser on this machine can open, also when the service listens on all interfaces. */
export function toLocalUrl(host: string, port: number, scheme: 'http' | 'https' = 'http'): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `${scheme}://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/** Injection token of the address at which clients reach ingestion. */
export const INGEST_URL = Symbol('IngestUrl');

/**
 * The URL at which a client reaches ingestion, without a trailing slash; undefined if the service cannot know it.
 *
 * @param host the Host header of the client's request, so that the client is sent to the machine it has reached
 * already.
 */
export type IngestUrl = (host: string | undefined) => string | undefined;

/** The configured address of ingestion. */
export interface IngestAddress {
  /** The public address. */
  readonly url?: string | undefined;
  /** The ports of a process that serves both interfaces without a proxy. */
  readonly sameHost?: { readonly port: number; readonly scheme: 'http' | 'https' } | undefined;
}

export function createIngestUrl({ url, sameHost }: IngestAddress): IngestUrl {
  return (host) => {
    if (url !== undefined || sameHost === undefined) return url;
    const reached = URL.parse(`http://${host ?? ''}`)?.hostname.replace(/^\[|\]$/g, '');
    return reached ? toLocalUrl(reached, sameHost.port, sameHost.scheme) : undefined;
  };
}
