import { isLoopback } from '@svc/config';

/**
 * The warning before an unencrypted port is used: keys and sessions cross the network in plain text. Undefined if the
 * port is encrypted, or only this machine can reach it.
 */
export function unencryptedWarning(
  port: string,
  { host, isEncrypted }: { readonly host: string; readonly isEncrypted: boolean },
): string | undefined {
  if (isEncrypted || isLoopback(host)) return undefined;
  return `${port} accepts connections from other machines without TLS; set SVC_TLS_CERT_FILE and SVC_TLS_KEY_FILE, or terminate TLS at a proxy`;
}
