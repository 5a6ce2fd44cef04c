import { parseExactJson } from '@svc/contract/exact-json';
import { invalidField, ServiceError } from '@svc/service-error';
import { findJsonDefects } from './json-names.js';

/**
 * Reads a JSON text as RFC 8259 with the ambiguities refused: duplicate names, where parsers differ in which one they keep and
 * a checked value may not be the one that is used; bytes that are not UTF-8; unlimited nesting; more names and values than a request needs.
 * Integers that a double would change are bigint.
 *
 * @throws ServiceError invalid_request or payload_too_large, holding nothing of the text.
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
  const text = decodeUtf8(bytes);
  const { hasRepeatedName, isTooDeep } = findJsonDefects(text);
  let value: unknown;
  try {
    value = parseExactJson(text);
  } catch {
    // The parser's message quotes the text.
    throw new ServiceError('invalid_request', { message: 'The body is not valid JSON.' });
  }
  if (isTooDeep) throw invalidField('body', 'is nested too deeply');
  if (hasRepeatedName) throw invalidField('body', 'holds the same name twice in one object');
  return value;
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ServiceError('invalid_request', { message: 'The body is not valid UTF-8.' });
  }
}
