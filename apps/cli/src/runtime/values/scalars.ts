/** Parses a decimal integer that a double represents exactly; no fraction, exponent, blank or other base. */
export function parseInteger(text: string): number | undefined {
  if (!/^[+-]?\d{1,16}$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : undefined;
}

const MAX_UINT64 = 2n ** 64n - 1n;

/** Parses an unsigned 64-bit integer exactly; no sign, exponent or overflow. */
export function parseUint64(text: string): bigint | undefined {
  if (!/^\d{1,20}$/.test(text)) return undefined;
  const value = BigInt(text);
  return value <= MAX_UINT64 ? value : undefined;
}

const TRUE = new Set(['1', 't', 'T', 'true', 'TRUE', 'True']);
const FALSE = new Set(['0', 'f', 'F', 'false', 'FALSE', 'False']);

/** Parses the value of `--flag=true` and `--flag=false` in the accepted spellings. */
export function parseBoolean(text: string): boolean | undefined {
  if (TRUE.has(text)) return true;
  return FALSE.has(text) ? false : undefined;
}

/** Splits every occurrence of a repeatable flag at its commas; undefined if an item is empty. */
export function parseList(occurrences: readonly string[]): readonly string[] | undefined {
  const items = occurrences.flatMap(splitAtCommas).map((item) => item.trim());
  return items.includes('') ? undefined : items;
}

/** Splits at commas as the service does, where `\,` is a comma and `\\` a backslash of a value. The parts keep their backslashes. */
export function splitAtCommas(text: string): string[] {
  const parts = [''];
  for (const [token] of text.matchAll(/\\[\\,]|[^]/gu)) {
    if (token === ',') parts.push('');
    else parts.push((parts.pop() ?? '') + token);
  }
  return parts;
}

/** Whether the text is an idempotency key: 1 to 128 letters, digits and . _ : -. Other texts are refused, not repaired. */
export function isIdempotencyKey(text: string): boolean {
  return /^[A-Za-z0-9._:-]{1,128}$/.test(text);
}
