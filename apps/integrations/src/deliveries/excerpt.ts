import { redactText } from '@svc/redaction';

/** Bytes of a response that an attempt keeps. */
const MAX_EXCERPT = 512;

/** The beginning of a response as printable text, without the channel's secrets and without personal data. */
export function redactExcerpt(body: Buffer, secrets: readonly string[]): string {
  let text = body.subarray(0, 4 * MAX_EXCERPT).toString('utf8');
  for (const secret of secrets) if (secret.length > 3) text = text.replaceAll(secret, '[REDACTED]');
  const printable = text.replaceAll(/[^\P{C}\n]/gu, '�');
  return redactText(printable.slice(0, MAX_EXCERPT));
}
