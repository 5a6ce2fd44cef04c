/** Matches an integer that may not fit a double. It also matches inside some strings, which only causes the slower path. */
const LONG_INTEGER = /(?:^|[[:,])\s*-?\d{16}/;
const INTEGER = /^-?\d+$/;

const parseWithSource = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown;

/**
 * Parses JSON. Integers beyond 2^53-1, which a double would change, become bigint; the reader decides what to do with them.
 *
 * @throws SyntaxError, whose message quotes the text.
 */
export function parseExactJson(text: string): unknown {
  return LONG_INTEGER.test(text) ? parseWithSource(text, exactInteger) : (JSON.parse(text) as unknown);
}

function exactInteger(_key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  const isLong =
    typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined && INTEGER.test(source);
  return isLong ? BigInt(source) : value;
}

/** The number whose JSON has the digits of the integer; undefined if a double would change them. */
export function toNumber(integer: bigint): number | undefined {
  const number = Number(integer);
  return String(number) === String(integer) ? number : undefined;
}
