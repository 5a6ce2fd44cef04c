import { parseExactJson } from '@svc/contract/exact-json';
import { invalidField } from '@svc/service-error';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/** Parses a JSON body. Integers that do not fit a double become bigint, so that nanoseconds given as numbers stay exact. */
export function parseJson(body: Uint8Array): unknown {
  const text = decode(body);
  try {
    return parseExactJson(text);
  } catch {
    // The message of the parser quotes the body, so it is not forwarded.
    throw invalidField('body', 'is not valid JSON');
  }
}

function decode(body: Uint8Array): string {
  try {
    return decoder.decode(body);
  } catch {
    throw invalidField('body', 'is not valid UTF-8');
  }
}
