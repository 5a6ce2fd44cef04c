import { malformed } from '../wire/malformed.js';

/** Matches a number that may not fit a double. It also matches inside some strings, which only causes the slower path. */
const LONG_INTEGER = /[[:,]\s*-?\d{16}/;
const INTEGER = /^-?\d+$/;

const parseWithSource = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/** Parses a JSON body. Integers that do not fit a double become bigint, so that nanoseconds given as numbers stay exact. */
export function parseJson(body: Uint8Array): unknown {
  const text = decode(body);
  try {
    return LONG_INTEGER.test(text) ? parseWithSource(text, exactInteger) : (JSON.parse(text) as unknown);
  } catch {
    // The message of the parser quotes the body, so it is not passed on.
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
