import { redactText } from '@svc/redaction';
import { maskSecrets } from './mask-secrets.js';

/** Characters of a response that an attempt keeps. */
const MAX_EXCERPT = 512;
/** Bytes of a response that are searched for secrets: enough for one that begins in the excerpt, in its longest spelling. */
const SEARCHED_BYTES = 16 * 1024;

/** The beginning of a response as printable text, without the channel's secrets and without personal data. */
export function redactExcerpt(body: Buffer, secrets: readonly string[]): string {
  const text = maskSecrets(body.subarray(0, SEARCHED_BYTES).toString('utf8'), secrets);
  const printable = text.replaceAll(/[^\P{C}\n]/gu, '�');
  return redactText(printable.slice(0, MAX_EXCERPT));
}
