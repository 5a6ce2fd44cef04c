/** What of the number of a payment card may be stored, by the standard PCI DSS (the first six digits). */
const MAX_DIGITS = 6;
const LONG_WORD = 32;
/** A word with a digit in it from this length on, in characters, looks like the beginning of a token. */
const LONG_TOKEN = 16;

/**
 * Whether more characters could make a number or an address of a person out of the text. A recorder sends a field and an address with every
 * letter that is typed, and detectors find only what is complete.
 */
export function mayBecomePersonal(text: string): boolean {
  return text.includes('@') || (text.match(/\p{Nd}/gu)?.length ?? 0) > MAX_DIGITS;
}

/** Whether more characters could make a number or an address of a person, or a credential, out of what a person types. */
export function mayBecomeSecret(text: string): boolean {
  return mayBecomePersonal(text) || text.split(/\s+/).some(looksLikeToken);
}

function looksLikeToken(word: string): boolean {
  return word.length >= LONG_WORD || (word.length >= LONG_TOKEN && /\p{Nd}/u.test(word));
}
