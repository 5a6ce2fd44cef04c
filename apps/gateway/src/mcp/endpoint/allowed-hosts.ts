import { isIP } from 'node:net';

/**
 * Whether a request may name this host. A page whose name was pointed at this machine (DNS rebinding) sends its own name, so names must be
 * that of the public address or of this machine; an address of digits cannot be rebound.
 */
export function isHostAllowed(host: string | undefined, publicUrl: string): boolean {
  const named = URL.parse(`http://${host ?? ''}`);
  if (!named || named.pathname !== '/' || named.username !== '') return false;
  return isLocal(named.hostname) || isAddress(named.hostname) || named.hostname === new URL(publicUrl).hostname;
}

/** Whether a page may send requests: absent for programs, else the public address, or a page of this machine beside a service on it. */
export function isPageAllowed(origin: string | undefined, publicUrl: string): boolean {
  if (origin === undefined) return true;
  const own = new URL(publicUrl);
  const page = URL.parse(origin);
  if (!page) return false;
  return page.origin === own.origin || (isLocal(own.hostname) && isLocal(page.hostname));
}

function isLocal(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function isAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}
