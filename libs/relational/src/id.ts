/**
 * Whether the text has the format of our IDs. A repository does not look up other texts: they are unknown IDs like any
 * other, and must neither reach the database (which would reject them as invalid UUIDs) nor match in another spelling.
 */
export function isId(text: string): boolean {
  return ID.test(text);
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Shorter beginnings would find several records soon. */
const MIN_PREFIX = 8;
const FIRST = '00000000-0000-0000-0000-000000000000';
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * The first and the last ID that begin with a text, for a condition on a column of IDs.
 *
 * @returns undefined for a text that is not the beginning of an ID, or has fewer than eight digits.
 */
export function toIdRange(prefix: string): { readonly gte: string; readonly lte: string } | undefined {
  const [gte, lte] = [prefix + FIRST.slice(prefix.length), prefix + LAST.slice(prefix.length)];
  return prefix.length >= MIN_PREFIX && isId(gte) && isId(lte) ? { gte, lte } : undefined;
}
