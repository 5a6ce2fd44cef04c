/** A number of so many digits after a colon, a comma or a bracket may not fit a float. */
const LONG_NUMBER = /[:,[]\s*-?\d{16}/;

/** The third parameter of a reviver, which the library of TypeScript does not declare yet. */
interface ReviverContext {
  readonly source?: string;
}

/**
 * Parses JSON. Integers that a float cannot hold become a `bigint`, so that they are shown and copied as they were sent. Texts without
 * such a number, which are nearly all, are parsed without a look at each value.
 */
export function parseExact(text: string): unknown {
  return LONG_NUMBER.test(text) ? JSON.parse(text, keepInteger) : JSON.parse(text);
}

function keepInteger(_key: string, value: unknown, { source }: ReviverContext = {}): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || source === undefined) return value;
  return /^-?\d+$/.test(source) ? BigInt(source) : value;
}

/** The JSON of a value that may contain such integers. */
export function formatExact(value: unknown, space?: number): string {
  // No text of ours contains the mark, because it is a private-use character between two NULs.
  const marked = JSON.stringify(
    value,
    (_, item: unknown) => (typeof item === 'bigint' ? `\0\uE000${item}\0` : item),
    space,
  );
  return marked === undefined ? '' : marked.replaceAll(/"\\u0000\uE000(-?\d+)\\u0000"/g, '$1');
}
