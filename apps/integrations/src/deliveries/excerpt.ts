import { redactText } from '@svc/redaction';
import { maskSecrets } from './mask-secrets.js';

/** Characters of a response that an attempt keeps. */
const MAX_EXCERPT = 512;
/** The most bytes of a character in UTF-8, and of one in a spelling of a secret, such as %E2%82%AC. */
const MAX_BYTES = 4;
const MAX_SPELLING = 12;

/** The beginning of a response as printable text, without the channel's secrets and without personal data. */
export function redactExcerpt(body: Buffer, secrets: readonly string[]): string {
  const longest = Math.max(0, ...secrets.map(({ length }) => length));
  // Enough for a secret that begins in the excerpt, in its longest spelling.
  const searched = MAX_BYTES * MAX_EXCERPT + MAX_SPELLING * longest;
  const text = maskSecrets(body.subarray(0, searched).toString('utf8'), secrets);
  const printable = text.replaceAll(/[^\P{C}\n]/gu, '�');
  return redactText(printable.slice(0, MAX_EXCERPT));
}
