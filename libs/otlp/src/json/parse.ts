import { malformed } from '../wire/malformed.js';

/** A number that a double may not hold. Also matches inside some strings, which only costs the slower way. */
const LONG_INTEGER = /[[:,]\s*-?\d{16}/;
const INTEGER = /^-?\d+$/;

const parseWithSource = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/** Parses a JSON body. Integers that a double cannot hold arrive as bigint, so that nanoseconds given as numbers stay exact. */
export function parseJson(body: Uint8Array): unknown {
  const text = decode(body);
  try {
    return LONG_INTEGER.test(text) ? parseWithSource(text, exactInteger) : (JSON.parse(text) as unknown);
  } catch {
    // The parser's message quotes the body.
    throw malformed('body', 'is not valid JSON');
  }
}

function decode(body: Uint8Array): string {
  try {
    return decoder.decode(body);
  } catch {
    throw malformed('body', 'is not valid UTF-8');
  }
}

function exactInteger(_key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  const isLong =
    typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined && INTEGER.test(source);
  return isLong ? BigInt(source) : value;
}
