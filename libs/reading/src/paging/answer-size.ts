import { mapYielding } from '@svc/runtime';

/**
 * The maximum size of a response: messages between services are limited to 32 MiB, and an estimate does not include the
 * overhead of encoding. Bodies and stacks of a megabyte exist, so limiting the number of rows is not enough.
 */
export const MAX_ANSWER_BYTES = 24 * 1024 * 1024;

const PER_FIELD = 8;

/** The bytes of the strings of a row, including its maps. */
export function estimateBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value) + PER_FIELD;
  if (typeof value !== 'object' || value === null) return PER_FIELD;
  let bytes = PER_FIELD;
  for (const [key, inner] of Object.entries(value))
    bytes += (Array.isArray(value) ? 0 : key.length) + estimateBytes(inner);
  return bytes;
}

/** The first rows that fit together into a response or a part of it; at least one. */
export async function takeFitting<Row>(
  rows: readonly Row[],
  measure: (row: Row) => number,
  maxBytes = MAX_ANSWER_BYTES,
): Promise<readonly Row[]> {
  const sizes = await mapYielding(rows, measure);
  let bytes = 0;
  const end = sizes.findIndex((size, index) => (bytes += size) > maxBytes && index > 0);
  return end < 0 ? rows : rows.slice(0, end);
}
