/** Characters that control or reorder text, as the contract refuses them in names. */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;
/** The same without tabs and line feeds. */
const UNSAFE_IN_LINES = /[^\P{Cc}\t\n]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** A text as one line of at most so many code units. */
export function toLine(text: string, most: number): string {
  return cut(
    cut(text.trim(), 2 * most)
      .replaceAll(UNSAFE, ' ')
      .trim(),
    most,
  );
}

/** A text of several lines of at most so many code units. */
export function toBlock(text: string, most: number): string {
  return cut(
    cut(text.trim(), 2 * most)
      .replaceAll('\r\n', '\n')
      .replaceAll(UNSAFE_IN_LINES, ' ')
      .trim(),
    most,
  );
}

/** The beginning of a text, which ends with a whole character. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text.toWellFormed();
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(most - 1));
  return text.slice(0, isSplit ? most - 1 : most).toWellFormed();
}

/** The text of a value that is one: a text, a number or a boolean; undefined for anything else. */
export function toScalar(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  return undefined;
}

/** The text of a scalar, and the JSON of anything else; undefined for null, and for values that are nested too deep to write. */
export function toText(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  try {
    return toScalar(value) ?? JSON.stringify(value, (_, member: unknown) => toExact(member));
  } catch (cause) {
    if (cause instanceof RangeError) return undefined;
    throw cause;
  }
}

const toExact = (member: unknown): unknown => (typeof member === 'bigint' ? String(member) : member);
