const TIME = /^(.*?)(?:\.(\d{1,9})\d*)?(Z|[+-]\d\d:\d\d)$/;

/** The nanoseconds since 1970 of a time in RFC 3339 with up to nine decimals; undefined if the text is no time. */
export function parseNanos(text: string | undefined): bigint | undefined {
  const [, seconds, decimals = '', zone] = TIME.exec(text ?? '') ?? [];
  const ms = Date.parse(`${seconds}${zone}`);
  return Number.isNaN(ms) ? undefined : BigInt(ms) * 1_000_000n + BigInt(decimals.padEnd(9, '0'));
}
