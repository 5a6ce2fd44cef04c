/** A shorter list of characters is a repetition. */
const MIN_DISTINCT = 5;

/**
 * Whether a password is one that is guessed first: one of the 49,000 most common, in any case and with digits or signs after it, or a
 * repetition of few characters (NIST SP 800-63B, 3.1.1.2).
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const folded = password.normalize('NFKC').toLowerCase();
  if (new Set(folded).size < MIN_DISTINCT) return true;
  // Loaded at the first use: it takes a megabyte, and few processes ever set a password.
  const { COMMON_PASSWORDS } = await import('./common-password-list.js');
  return COMMON_PASSWORDS.has(folded) || COMMON_PASSWORDS.has(folded.replace(/[^\p{L}]+$/u, ''));
}
