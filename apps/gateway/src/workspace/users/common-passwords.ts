let known: Promise<ReadonlySet<string>> | undefined;

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
  known ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  const common = await known;
  return common.has(folded) || common.has(folded.replace(/[^\p{L}]+$/u, ''));
}
