import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ProviderName } from '../../connections/index.js';

/** The header that contains the signature, by provider: an HMAC with SHA-256 of the body as it was sent, in hexadecimal digits. */
const HEADERS: Readonly<Record<ProviderName, { readonly name: string; readonly prefix: string }>> = {
  github: { name: 'x-hub-signature-256', prefix: 'sha256=' },
  jira: { name: 'x-hub-signature', prefix: 'sha256=' },
  linear: { name: 'linear-signature', prefix: '' },
};

export function isSigned(
  provider: ProviderName,
  secret: string,
  body: Uint8Array,
  headers: Readonly<Record<string, string>>,
): boolean {
  const { name, prefix } = HEADERS[provider];
  const given = Buffer.from(headers[name] ?? '');
  const expected = Buffer.from(`${prefix}${createHmac('sha256', secret).update(body).digest('hex')}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
