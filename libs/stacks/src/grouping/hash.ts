import { hash } from 'node:crypto';

/** The cache is emptied beyond this many texts, and keeps no long ones: about five megabytes. */
const MAX_KNOWN = 5_000;
const MAX_LENGTH = 1_000;
const known = new Map<string, string>();

/** SHA-256 of some texts, cut to 128 bits, as 32 hexadecimal digits. Errors repeat, and a lookup takes a tenth of the time. */
export function hashTexts(texts: readonly string[]): string {
  const text = JSON.stringify(texts);
  let digits = known.get(text);
  if (digits !== undefined) return digits;
  digits = hash('sha256', text, 'hex').slice(0, 32);
  if (text.length > MAX_LENGTH) return digits;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(text, digits);
  return digits;
}
