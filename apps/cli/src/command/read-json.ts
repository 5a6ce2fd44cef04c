import { isSafeNumber, parse } from 'lossless-json';
import { usageError } from '../runtime/failure.js';
import type { Json } from '../runtime/values/json.js';

const LONG_INTEGER = /\d{16}/;

/**
 * Parses JSON that a user wrote.
 *
 * @param source the flag that it comes from
 * @throws Failure of kind usage, which names the place of a mistake but does not quote the text: it may contain a secret. An
 *   integer that a double would change is refused rather than sent with other digits.
 */
export function readJson(text: string, source: string): Json {
  let json: Json;
  try {
    json = JSON.parse(text) as Json;
  } catch {
    throw usageError(`${source} is not valid JSON${placeOfMistake(text)}`);
  }
  if (LONG_INTEGER.test(text)) refuseInexact(parseExactly(text), source, '');
  return json;
}

function placeOfMistake(text: string): string {
  try {
    parse(text);
  } catch (error) {
    const position = /at position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
    if (position === undefined) return '';
    const before = text.slice(0, Number(position)).split('\n');
    return `: see line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
  }
  return '';
}

/** Parses integers that a double would change to bigint. Of a key that is repeated, as in JSON.parse, the last value counts. */
function parseExactly(text: string): unknown {
  return parse(text, undefined, {
    parseNumber: (digits) => (/^-?\d+$/.test(digits) && !isSafeNumber(digits) ? BigInt(digits) : Number(digits)),
    onDuplicateKey: ({ newValue }) => newValue,
  });
}

function refuseInexact(value: unknown, source: string, path: string): void {
  if (typeof value === 'bigint') {
    throw usageError(
      `${source}: ${path} is an integer beyond 2^53, which JSON numbers cannot carry: write it as a string`,
    );
  }
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  for (const [key, inner] of Object.entries(value)) {
    refuseInexact(inner, source, isList ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`);
  }
}
